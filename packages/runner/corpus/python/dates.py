from datetime import date, datetime, timedelta, timezone
import calendar

start = datetime(2024, 2, 28, 23, 30)
print(start + timedelta(hours=1), (date(2024, 12, 25) - date(2024, 2, 29)).days)
print(start.strftime("%A %d %B %Y %H:%M %j"), datetime.strptime("03/04/2021 05:06", "%d/%m/%Y %H:%M").isoformat())
print(datetime(2024, 1, 1, tzinfo=timezone.utc).timestamp(), datetime.fromtimestamp(0, timezone.utc))
print(calendar.monthrange(2023, 2), calendar.isleap(1900), date(2021, 1, 3).isocalendar())
print(timedelta(days=1, seconds=3661), timedelta(hours=-1), date.fromisoformat("2020-02-29").replace(year=2024))
print(datetime(2024, 1, 1, 12, tzinfo=timezone(timedelta(hours=5, minutes=30))).astimezone(timezone.utc))
