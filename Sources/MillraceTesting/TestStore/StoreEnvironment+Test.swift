public import Millrace

extension StoreEnvironment {
  /// Creates the environment of a test, in which nothing is the system's.
  ///
  /// ```swift
  /// var environment = StoreEnvironment.test()
  /// environment[LibraryKey.self] = EmptyLibrary()
  /// let test = TestStore(Store(Search(), environment: environment, update: Search.update))
  /// ```
  ///
  /// A key that is not set has its `testValue`. Reading a key without one fails the test, once.
  ///
  /// - Parameters:
  ///   - clock: The clock; by default one that stands still until the test moves it.
  ///   - random: Random numbers; by default the same ones in every test.
  ///   - identifiers: Identifiers; by default 1, 2, 3 and so on.
  ///   - dates: Dates; by default they follow the clock from 1 January 1970.
  ///   - fileID: The source location, with the next three, at which a failure is reported that no test store
  ///     or explorer receives.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public static func test(
    clock: any Clock<Duration> = ManualClock(), random: RandomSource = .seeded(1),
    identifiers: IdentifierSource = .counting(), dates: DateSource? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> StoreEnvironment {
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    Failures.takeUnassigned()
    let time = Timekeeper(clock)
    return StoreEnvironment(
      clock: clock, random: random, identifiers: identifiers,
      dates: dates ?? DateSource { Timestamp(sinceEpoch: time.now) },
      kind: .test(IssueReporter(once: { Failures.record($0, at: place) }), reader: nil))
  }
}
