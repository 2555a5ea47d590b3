public import Harvest
import Millrace
public import MillraceTesting

extension TestStore where Message: Sendable {
  /// Creates a test of a machine.
  ///
  /// Its messages are the inputs, including those that effects send. The states have no deadlines of a
  /// chart's delays, so that they can be compared with those that the chart's `react(to:in:at:)` returns.
  ///
  /// ```swift
  /// let test = TestStore(harvester)
  /// test.send(.login, effects: [.starts("log in")]) { $0 = .loggingIn }
  /// await test.receive(.loginOK) { $0 = .loggedIn }
  /// ```
  ///
  /// - Parameters:
  ///   - harvester: The machine.
  ///   - mode: The amount that must be asserted.
  ///   - patience: The longest real time to wait for something that does not arrive.
  ///   - isolation: The machine's home.
  ///   - fileID: The source location, with the next three, at which failures of the whole test are reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public convenience init(
    _ harvester: Harvester<Message, State>, mode: Mode = .exhaustive, patience: Duration = .seconds(10),
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.init(
      flow: harvester.store.flow, mode: mode, patience: patience,
      state: { harvester.stateWithoutDeadlines },
      send: { harvester.send($0, isolation: isolation) },
      read: { if case .input(let input) = $0.message as? HarvesterMessage<Message> { input } else { nil } },
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
