// The ceiling: bare Fastify that sends the same JSON from memory and parses a POST body with a similar zod schema.
import Fastify from 'fastify';
import { z } from 'zod';

const Body = z.object({ emailId: z.string().min(3), fullName: z.string().min(1) });
const success = { statuscode: '200.1', description: 'The request has succeeded.' };
const report = {
  emailId: 'candidate-1@example.com',
  fullName: 'Candidate One',
  timeTaken: 12,
  testName: 'Bench',
  duration: 60,
  questions: 20,
  attemptedOn: '2026-01-01T10:00:00',
  totalScore: '20',
  score: '12.5',
  wv: 0,
  tv: 0,
  testStatus: 'Completed',
  reportStatus: 'Generated',
};

const app = Fastify();
app.get('/get', async () => ({ ...success, result: report }));
app.post('/post', async (request) => {
  const body = Body.parse(request.body);
  return {
    ...success,
    result: { testInvitationId: body.emailId.length, takeTestURL: 'http://127.0.0.1:8080/take/1-1-1.AAAAAAAAAAAAAAAAAAAAAAAA' },
  };
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
