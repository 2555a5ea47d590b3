/// The name of one state in the history of a value that marks its own changes.
///
/// No two changes made in one process share a stamp, so two values of one type with the same stamp have the
/// same contents, and a stamp can be kept instead of an old copy: a copy would force the next change to copy
/// everything, a stamp is eight bytes. A stamp means nothing in another process; it is never archived.
public struct ChangeStamp: Hashable, Sendable {
  @usableFromInline let number: UInt64

  @_alwaysEmitIntoClient
  init(number: UInt64) {
    self.number = number
  }

  /// The stamp of a value that is empty and was never changed.
  @_alwaysEmitIntoClient
  public static var initial: ChangeStamp { ChangeStamp(number: 0) }
}

extension ChangeStamp: CustomStringConvertible {
  /// The number of the change in this process, as in `#42`.
  public var description: String { "#\(number)" }
}

/// A value that marks its own changes, so that who watches it can compare stamps instead of contents.
///
/// Equal stamps promise equal contents. Different stamps promise nothing: a change may have put back what was
/// there before.
public protocol ChangeStamped {
  /// The stamp of the last change of this value.
  var changeStamp: ChangeStamp { get }
}
