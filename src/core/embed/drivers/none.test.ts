import { embedderContract } from '../../../../tests/contracts/embedder.ts';
import { createNoEmbedder } from './none.ts';

embedderContract({ open: async () => createNoEmbedder(), leavesMachine: false, embeds: false });
