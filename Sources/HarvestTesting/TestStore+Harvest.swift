public import Harvest
import Millrace
public import MillraceTesting

extension TestStore where Message: Sendable {
  /// Tests a machine; its messages are the inputs, those of effects among them.
  ///
  /// ```swift
  /// let test = TestStore(harvester)
  /// test.send(.login, effects: [.starts("log in")]) { $0 = .loggingIn }
  /// await test.receive(.loginOK) { $0 = .loggedIn }
  /// ```
  ///
  /// - Parameters:
  ///   - harvester: The machine.
  ///   - mode: How much must be asserted.
  ///   - patience: How long, in real time, is waited for what does not come.
  ///   - isolation: Where the machine lives.
  ///   - fileID: Where failures of the test as a whole are reported, as are the next three.
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
      state: { harvester.store.withState { $0 } },
      send: { harvester.send($0, isolation: isolation) },
      read: { if case .input(let input) = $0.message as? HarvesterMessage<Message> { input } else { nil } },
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
