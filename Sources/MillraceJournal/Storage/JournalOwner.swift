public import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The opening of a journal by which it may be written, as the database says it.
///
/// Each opening for writing takes the journal from the one before when it is started, and that one can commit nothing from
/// then on.
public struct JournalOwner: Hashable, Sendable {
  /// The number of the opening: one more than that of the one before.
  public let epoch: UInt64
  /// A random identifier of the opening, as text.
  public let id: String
  /// The process that has opened the journal.
  public let process: Int32
  /// The name of the machine that the process runs on.
  public let host: String
  /// The time of the opening, by the flow's environment; nil when it was not opened by a flow.
  public let opened: Timestamp?
}

extension JournalOwner: CustomStringConvertible {
  /// The process and the machine, as a part of a sentence.
  public var description: String { "the process \(process) on `\(host)`" }
}

extension JournalOwner {
  /// This process, as the owner after another.
  init(after epoch: Int64, opened: Int64?) {
    self.epoch = UInt64(bitPattern: epoch &+ 1)
    id = IdentifierSource.random(.system).next().description
    process = getpid()
    host = Self.hostName
    self.opened = opened.map { Timestamp(sinceEpoch: .nanoseconds($0)) }
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - In the database

extension Database {
  /// The opening that the journal belongs to; nil when it says none.
  func readOwner() throws(JournalError) -> JournalOwner? {
    guard let epoch = try metaInteger(.epoch), let id = try metaText(.owner) else { return nil }
    return JournalOwner(
      epoch: UInt64(bitPattern: epoch), id: id,
      process: Int32(truncatingIfNeeded: try metaInteger(.ownerProcess) ?? 0),
      host: try metaText(.ownerHost) ?? "",
      opened: try metaInteger(.ownerOpened).map { Timestamp(sinceEpoch: .nanoseconds($0)) })
  }

  /// Says that the journal belongs to this process from now on; within a transaction.
  func writeOwner(opened: Int64?) throws(JournalError) -> JournalOwner {
    let owner = JournalOwner(after: try metaInteger(.epoch) ?? 0, opened: opened)
    try setMeta(.epoch, .integer(Int64(bitPattern: owner.epoch)))
    try setMeta(.owner, .text(owner.id))
    try setMeta(.ownerProcess, .integer(Int64(owner.process)))
    try setMeta(.ownerHost, .text(owner.host))
    try setMeta(.ownerOpened, opened.map { .integer($0) })
    try writeSeal()
    return owner
  }
}
