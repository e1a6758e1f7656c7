from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MEETING = datetime(2024, 3, 28, 16, 0, tzinfo=ZoneInfo("Europe/London"))
OFFICES = ["America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Adelaide", "Pacific/Auckland"]
for office in OFFICES:
    local = MEETING.astimezone(ZoneInfo(office))
    print(f"{office:20} {local:%a %d %b %H:%M %Z %z}", local.dst())

# The clocks go forward: the day has 23 hours.
berlin = ZoneInfo("Europe/Berlin")
day = datetime(2024, 3, 31, tzinfo=berlin)
print((day + timedelta(days=1)).astimezone(timezone.utc) - day.astimezone(timezone.utc))
moment = datetime(2024, 3, 31, 0, 30, tzinfo=timezone.utc)
for _ in range(3):
    print(moment.astimezone(berlin).isoformat())
    moment += timedelta(minutes=30)

# The clocks go back: an hour comes twice.
for fold in (0, 1):
    print(datetime(2024, 11, 3, 1, 30, fold=fold, tzinfo=ZoneInfo("America/New_York")).astimezone(timezone.utc))

for year in (1910, 1950, 1985, 2024, 2060):
    print(year, datetime(year, 7, 1, tzinfo=ZoneInfo("America/Chicago")).utcoffset())
try:
    ZoneInfo("Europe/Atlantis")
except ZoneInfoNotFoundError as error:
    print(error)
