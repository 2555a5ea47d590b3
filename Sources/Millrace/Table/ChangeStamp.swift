/// The name of one state in the history of a value that marks its own changes.
///
/// No two changes in one process share a stamp, so two values of one type with the same stamp have the same
/// contents. A stamp can therefore be kept instead of an old copy: a copy would force the next change to copy
/// everything, a stamp is eight bytes. A stamp has no meaning in another process; it is never archived.
public struct ChangeStamp: Hashable, Sendable {
  @usableFromInline let number: UInt64

  @_alwaysEmitIntoClient
  init(number: UInt64) {
    self.number = number
  }

  /// The stamp of an empty value that was never changed.
  @_alwaysEmitIntoClient
  public static var initial: ChangeStamp { ChangeStamp(number: 0) }

  /// The stamp of a value that is absent.
  @_alwaysEmitIntoClient
  static var absent: ChangeStamp { ChangeStamp(number: .max) }
}

extension ChangeStamp: CustomStringConvertible {
  /// The number of the change in this process, as in `#42`.
  public var description: String { "#\(number)" }
}

/// A value that marks its own changes, so that an observer can compare stamps instead of contents.
///
/// Equal stamps promise equal contents. Different stamps promise nothing: a change may have restored the
/// earlier contents.
public protocol ChangeStamped {
  /// The stamp of the last change of this value.
  var changeStamp: ChangeStamp { get }
}

/// An optional value, such as the table of a part that may be absent.
extension Optional: ChangeStamped where Wrapped: ChangeStamped {
  /// The stamp of the value's last change; nil has a stamp of its own.
  @_alwaysEmitIntoClient
  public var changeStamp: ChangeStamp { self?.changeStamp ?? .absent }
}
