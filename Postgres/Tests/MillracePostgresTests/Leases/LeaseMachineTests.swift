import Testing

@testable import MillracePostgres

@Suite("A member's machine")
struct LeaseMachineTests {
  @Test("looks at the pool again when news come while a renewal is on its way")
  func news() {
    let now = ContinuousClock.now
    var machine = LeaseMachine(duration: .seconds(9), now: now)
    #expect(machine.next(at: now) == .join(former: nil))
    machine.joined(1, begun: now)
    #expect(machine.next(at: now) == .renew(member: 1, known: 0))
    machine.news()
    machine.renewed(LeaseMachine.Look(logs: 0, members: 1, free: 0), begun: now)
    #expect(machine.next(at: now) == .renew(member: 1, known: 0))
    machine.renewed(LeaseMachine.Look(logs: 0, members: 1, free: 0), begun: now)
    #expect(machine.next(at: now) == nil && machine.wake == now + .seconds(3))
  }

  @Test("gives back at once what the application returns while others are on their way back")
  func returning() {
    let now = ContinuousClock.now
    let logs = ["a", "b"].map { LeasedLog(name: ExactName($0), epoch: 1) }
    var machine = LeaseMachine(duration: .seconds(9), now: now)
    _ = machine.next(at: now)
    machine.joined(1, begun: now)
    _ = machine.next(at: now)
    machine.renewed(LeaseMachine.Look(logs: 2, members: 1, free: 0, list: logs), begun: now)
    machine.giveBack(logs[0])
    #expect(machine.next(at: now) == .release(member: 1, logs: [logs[0]]))
    machine.giveBack(logs[1])
    machine.released([logs[0].name])
    #expect(machine.next(at: now) == .release(member: 1, logs: [logs[1]]))
    // One whose row is locked is tried again at the next renewal.
    machine.released([])
    #expect(machine.next(at: now) == nil)
  }
}
