public import Millrace
import MillraceSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An opening of a journal for writing, as the database records it.
///
/// Each opening takes the journal over from the previous one when it is started. The previous one can commit
/// nothing more.
public struct JournalOwner: Hashable, Sendable {
  /// The number of the opening, counted up from 1.
  public let epoch: UInt64
  /// A random identifier of the opening, as text.
  public let id: String
  /// The process that opened the journal.
  public let process: Int32
  /// The name of the process's machine.
  public let host: String
  /// The time of the opening, by the flow's environment; nil when it was not opened by a flow.
  public let opened: Timestamp?
}

extension JournalOwner: CustomStringConvertible {
  /// The process and the machine, as a part of a sentence.
  public var description: String { "the process \(process) on `\(host)`" }
}

extension JournalOwner {
  /// Creates the owner after another, for this process.
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
  /// Reads the opening that the journal belongs to; nil when the database records none.
  func readOwner() throws(JournalError) -> JournalOwner? {
    guard let epoch = try metaInteger(.epoch), let id = try metaText(.owner) else { return nil }
    return JournalOwner(
      epoch: UInt64(bitPattern: epoch), id: id,
      process: Int32(truncatingIfNeeded: try metaInteger(.ownerProcess) ?? 0),
      host: try metaText(.ownerHost) ?? "",
      opened: try metaInteger(.ownerOpened).map { Timestamp(sinceEpoch: .nanoseconds($0)) })
  }

  /// Records this process as the owner, within a transaction.
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
