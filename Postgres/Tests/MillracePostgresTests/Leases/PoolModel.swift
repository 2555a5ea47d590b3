@testable import MillracePostgres

/// The functions of `LeaseSchema` as a value, for simulations.
///
/// Times are milliseconds of the server's clock.
struct PoolModel {
  struct Log {
    var holder: Int64?
    var epoch: Int64 = 0
    /// True while a write that hangs has the row locked.
    var isLocked = false
  }

  let duration: Int
  var logs: [ExactName: Log] = [:]
  /// The time until which each member lasts; `.min` for one that has ended and still has a log.
  private(set) var members: [Int64: Int] = [:]
  private var lastMember: Int64 = 0

  init(duration: Int, logs count: Int) {
    self.duration = duration
    for number in 0..<count { logs[ExactName("log \(number)")] = Log() }
  }

  private var names: [ExactName] { logs.keys.sorted { $0.text < $1.text } }
  private func isLive(_ member: Int64, _ now: Int) -> Bool { members[member].map { $0 > now } ?? false }
  func liveCount(_ now: Int) -> Int { members.values.count { $0 > now } }

  private mutating func expire(_ now: Int) {
    for (member, until) in members where until <= now {
      members[member] = .min
      for name in names where logs[name]?.holder == member && logs[name]?.isLocked == false { free(name) }
      if !logs.values.contains(where: { $0.holder == member }) { members[member] = nil }
    }
  }

  private mutating func free(_ name: ExactName) {
    logs[name]?.holder = nil
    logs[name]?.epoch += 1
  }

  private mutating func give(_ name: ExactName, _ member: Int64) -> LeasedLog? {
    guard let log = logs[name], log.holder == nil, !log.isLocked else { return nil }
    logs[name]?.holder = member
    logs[name]?.epoch += 1
    return LeasedLog(name: name, epoch: log.epoch + 1)
  }

  mutating func join(_ former: Int64?, _ now: Int) -> Int64 {
    if let former, members[former] != nil { members[former] = .min }
    expire(now)
    lastMember += 1
    members[lastMember] = now + duration
    return lastMember
  }

  mutating func leave(_ member: Int64, _ now: Int) {
    if members[member] != nil { members[member] = .min }
    expire(now)
  }

  mutating func renew(_ member: Int64, _ known: Int, _ now: Int) -> LeaseMachine.Look? {
    guard isLive(member, now) else { return nil }
    members[member] = now + duration
    expire(now)
    let held = names.compactMap { name in
      logs[name].flatMap { $0.holder == member ? LeasedLog(name: name, epoch: $0.epoch) : nil }
    }
    return LeaseMachine.Look(
      logs: logs.count, members: liveCount(now), free: logs.values.count { $0.holder == nil },
      list: held.count == known ? nil : held)
  }

  mutating func claim(_ member: Int64, _ limit: Int, _ now: Int) -> [LeasedLog] {
    guard isLive(member, now) else { return [] }
    let free = names.filter { logs[$0]?.holder == nil && logs[$0]?.isLocked == false }
    return free.prefix(limit).compactMap { give($0, member) }
  }

  mutating func take(_ member: Int64, _ wanted: [ExactName], _ now: Int) -> [LeasedLog]? {
    guard isLive(member, now) else { return nil }
    expire(now)
    return wanted.compactMap { name in
      if let log = logs[name], log.holder == member { return LeasedLog(name: name, epoch: log.epoch) }
      return give(name, member)
    }
  }

  mutating func release(_ member: Int64, _ released: [LeasedLog]) -> [ExactName] {
    func isHeld(_ log: LeasedLog) -> Bool {
      logs[log.name]?.holder == member && logs[log.name]?.epoch == log.epoch
    }
    for log in released where isHeld(log) && logs[log.name]?.isLocked == false { free(log.name) }
    return released.filter { !isHeld($0) }.map(\.name)
  }
}
