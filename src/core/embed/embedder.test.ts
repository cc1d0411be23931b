import { embedderContract } from '../../../tests/contracts/embedder.ts';
import { createNoEmbedder } from './embedder.ts';
import { createStaticEmbedder } from './static/load.ts';

embedderContract({ open: async () => createNoEmbedder(), leavesMachine: false, embeds: false });
embedderContract({ open: createStaticEmbedder, leavesMachine: false, embeds: true });
