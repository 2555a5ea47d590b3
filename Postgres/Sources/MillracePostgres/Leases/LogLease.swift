/// The right to be the only one that writes to a log by this pool, for as long as it is held.
///
/// The log's epoch rises with each lease. ``log`` compares it in the transaction of every append and every
/// snapshot, so that a process that was paused, and whose lease another member has taken, writes nothing: its
/// writes end with `refused`. A log that was not opened by a lease is not fenced; replicas of other places
/// may still append to it.
public final class LogLease: Sendable {
  /// The log, which accepts writes only while this lease is the latest one on it.
  public let log: PostgresLog
  /// The fencing token: the number of leases on the log so far.
  public let epoch: Int64
  let leased: LeasedLog
  private weak let member: PoolMember?

  init(_ log: PostgresLog, _ leased: LeasedLog, member: PoolMember) {
    self.log = log
    self.leased = leased
    self.member = member
    epoch = leased.epoch
  }

  /// The name of the log.
  public var name: String { log.name }

  /// True while the lease is held, by the clock of this process.
  ///
  /// It becomes false before another member can have the log, as long as clocks run equally fast within 3 %
  /// and the server's clock does not jump. What was read from memory before this was true is as it was at
  /// that moment in the log. A write needs no look at it. It is false when the member is no longer retained.
  public var isHeld: Bool { member?.holds(leased) ?? false }

  /// Ends the lease, so that another member can have the log.
  ///
  /// A member that is asked for a log (``LeaseChange/revoked(_:)``) calls it when its work on the log is
  /// done.
  public func giveBack() { member?.giveBack(leased) }

  /// Ends the lease after a write with it was refused.
  func fenced() { member?.fenced(leased) }
}

extension LogLease: CustomStringConvertible {
  /// The log's name and the epoch.
  public var description: String { "\(name), epoch \(epoch)" }
}

/// A change of the leases of a member.
public enum LeaseChange: Sendable {
  /// The lease is held from now on.
  case gained(LogLease)
  /// Another member should have the log, which this one still holds.
  ///
  /// The holder finishes its work and calls ``LogLease/giveBack()``. After two renewals it is given back in
  /// any case.
  case revoked(LogLease)
  /// The lease has ended: it was given back, was not renewed in time, or another member has taken the log.
  case ended(LogLease)
}
