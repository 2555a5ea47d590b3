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
}
