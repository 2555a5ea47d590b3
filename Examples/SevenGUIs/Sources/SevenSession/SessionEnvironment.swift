public import Millrace
public import MillraceTesting

extension StoreEnvironment {
  /// The environment of a session: time passes by hand, and today is 24 November 2026.
  public static func session(_ clock: ManualClock) -> StoreEnvironment {
    StoreEnvironment(clock: clock, dates: .fixed(Timestamp(sinceEpoch: .seconds(1_795_478_400))))
  }
}
