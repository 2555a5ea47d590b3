import Millrace
public import MillraceInspectorWire

/// An error of an application's connection to the inspector.
///
/// It is reported to the flow's error handler, as the error of a store `inspector`, once for each outage. The
/// application goes on as without an inspector.
public enum InspectorError: Error, Hashable, Sendable {
  /// No connection could be made.
  case unreachable(address: String, reason: String)
  /// The inspector has said nothing until the handshake's time was over.
  case silent(address: String, seconds: Int)
  /// The connection was cut.
  case cut(address: String, reason: String)
  /// The other side has broken the protocol, or does not know the key.
  case wire(address: String, WireError)
  /// A request of the inspector was not understood, for the reason given as sentences.
  case request(address: String, reason: String)
  /// A value cannot be sent.
  case encoding(store: String, reason: String)
  /// The application has sent a message while it shows the past; the message was dropped.
  case pastIsShown(store: String, message: String, turn: UInt64)
  /// Two stores of the flow were shown with the same name; the second one is ignored.
  case nameTaken(store: String)
  /// The store belongs to another flow than the inspector.
  case otherFlow(store: String, flow: String)
  /// A table cannot be sampled by its changes, for the reason given; it is sampled whole, as a part of its
  /// state.
  case table(store: String, reason: String)
  /// A schema has mistakes, so that its values cannot be shown exactly.
  case schema(store: String, flaws: [String])
}

// Their texts say what to do.
extension InspectorError: AdvisingError {}
extension InspectorAddressError: AdvisingError {}

extension InspectorError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .unreachable(let address, let reason):
      """
      The inspector cannot be reached at \(address): \(reason). Start it with `millrace inspect`, or remove the \
      variable \(InspectorAddress.variable); the application tries again until then.
      """
    case .silent(let address, let seconds):
      """
      The inspector at \(address) has not completed the handshake within \(seconds) seconds. Check that the address \
      leads to the inspector; the application tries again.
      """
    case .cut(let address, let reason):
      """
      The connection to the inspector at \(address) was cut: \(reason). The application tries again, and keeps the \
      latest turns until then.
      """
    case .wire(let address, let error):
      "The connection to the inspector at \(address) has ended. \(error)"
    case .request(let address, let reason):
      "The connection to the inspector at \(address) has ended. \(reason)"
    case .encoding(let store, let reason):
      """
      A value of the store `\(store)` cannot be sent to the inspector: \(reason). Correct its schema or its `Codable` \
      conformance.
      """
    case .pastIsShown(let store, let message, let turn):
      """
      The message `\(message)` for the store `\(store)` was dropped, because the application shows the past after \
      turn \(turn). Return to the present in the inspector first.
      """
    case .nameTaken(let store):
      """
      A store with the name `\(store)` is shown to the inspector already, so this one is ignored. Give each store of \
      the flow a name of its own.
      """
    case .otherFlow(let store, let flow):
      """
      The store `\(store)` belongs to the flow `\(flow)`, to which this inspector is not attached. Attach another one \
      with `Inspector.attach(to:)`.
      """
    case .table(let store, let reason):
      """
      A table of the store `\(store)` is sent to the inspector whole with each sample, instead of its changed rows. \
      \(reason). Name a table that the state archives as it is, or remove it from `tables`.
      """
    case .schema(let store, let flaws):
      """
      The schemas of the store `\(store)` cannot be used: \(flaws.joined(separator: "; ")). Correct them; until then \
      the store is shown by reflection.
      """
    }
  }
}
