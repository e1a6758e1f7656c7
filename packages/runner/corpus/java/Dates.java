import java.time.*;
import java.time.format.*;
import java.time.temporal.*;

public class Dates {
    public static void main(String[] args) {
        LocalDate leap = LocalDate.of(2024, 2, 28);
        for (int n = 0; n < 3; n++) System.out.println(leap.plusDays(n) + " " + leap.plusDays(n).getDayOfWeek() + " " + leap.plusDays(n).get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
        System.out.println(LocalDate.of(2025, 1, 31).plusMonths(1) + " " + LocalDate.of(2023, 12, 25).isLeapYear() + " " + leap.with(TemporalAdjusters.lastDayOfMonth()) + " " + leap.with(TemporalAdjusters.next(DayOfWeek.MONDAY)));
        System.out.println(ChronoUnit.DAYS.between(LocalDate.of(2000, 1, 1), leap) + " " + Period.between(LocalDate.of(1990, 5, 17), leap) + " " + Duration.ofMinutes(135).plusSeconds(5));
        LocalDateTime moment = LocalDateTime.parse("2025-03-30T01:30:00");
        ZonedDateTime berlin = moment.atZone(ZoneId.of("Europe/Berlin"));
        System.out.println(berlin.plusHours(1) + " " + berlin.toInstant() + " " + berlin.withZoneSameInstant(ZoneId.of("America/New_York")));
        System.out.println(moment.format(DateTimeFormatter.ofPattern("dd.MM.yyyy HH:mm")) + " " + LocalDate.parse("24/12/2025", DateTimeFormatter.ofPattern("dd/MM/yyyy")) + " " + moment.toEpochSecond(ZoneOffset.UTC));
        try { LocalDate.of(2023, 2, 29); } catch (DateTimeException fault) { System.out.println(fault.getMessage()); }
        System.out.println(Year.of(2026).atDay(256) + " " + YearMonth.of(2024, 2).lengthOfMonth() + " " + LocalTime.of(23, 50).plusMinutes(20));
    }
}
