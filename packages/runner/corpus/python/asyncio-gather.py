import asyncio


async def fetch(name, seconds):
    await asyncio.sleep(seconds)
    print("done", name)
    return name.upper()


async def main():
    print(await asyncio.gather(fetch("slow", 0.3), fetch("quick", 0.1), fetch("middle", 0.2)))
    try:
        await asyncio.wait_for(asyncio.sleep(5), 0.05)
    except asyncio.TimeoutError:
        print("too late")


asyncio.run(main())
