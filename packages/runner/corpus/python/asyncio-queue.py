import asyncio


async def producer(queue):
    for number in range(5):
        await queue.put(number)
    await queue.put(None)


async def consumer(queue, found):
    while (number := await queue.get()) is not None:
        found.append(number * number)


async def main():
    queue, found = asyncio.Queue(2), []
    await asyncio.gather(producer(queue), consumer(queue, found))
    print(found)


asyncio.run(main())
