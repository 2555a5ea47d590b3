import Millrace

/// A failure of a log's sink; its description says what happened, why, and what to do.
///
/// The flow's error handler receives it as ``/Millrace/FlowError/reported(store:error:)`` of the store `log`,
/// once until the sink works again.
public enum TurnLogError: Error, Hashable, Sendable {
  /// The file cannot be opened.
  case cannotOpen(path: String, reason: String)
  /// The sink cannot write.
  case cannotWrite(destination: String, reason: String)
}

extension TurnLogError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason):
      """
      The log cannot open the file `\(path)`: \(reason). Its entries are lost until it can; check the path and its \
      permissions.
      """
    case .cannotWrite(let destination, let reason):
      """
      The log cannot write to \(destination): \(reason). Its entries are lost until it can; check that there is room, \
      and that the reader is there.
      """
    }
  }
}

extension TurnLogError: AdvisingError {}
