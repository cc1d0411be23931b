import { embedderContract } from '../../../../tests/contracts/embedder.ts';
import { createStaticEmbedder } from './static.ts';

embedderContract({ open: createStaticEmbedder, leavesMachine: false, embeds: true });
