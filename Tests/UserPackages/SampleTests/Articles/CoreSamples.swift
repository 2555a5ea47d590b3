import MillraceCore
import MillraceOptics
import Testing

@Suite("The core's values") struct CoreSamples {
  @Test("The scheduler answers what to do, and does nothing")
  func scheduler() {
    var scheduler = EffectScheduler<String, String>()
    var actions: [EffectAction] = []
    let policy = QueuePolicy(.latest)

    let first = scheduler.request(id: nil, queue: "search", policy: policy, now: .zero, into: &actions)
    let second = scheduler.request(id: nil, queue: "search", policy: policy, now: .zero, into: &actions)
    #expect(actions == [.start(first), .cancel(first), .start(second)])
    #expect(!scheduler.isLive(first))
  }

  @Test("The turn machine says whose turn it is")
  func turns() {
    var machine = TurnMachine()
    machine.begin()  // lane 0 takes a turn
    machine.enqueue(1)  // and two messages arrive meanwhile
    machine.enqueue(0)
    machine.endTurn()
    #expect(machine.next() == 1)
    machine.endTurn()
    #expect(machine.next() == 0)
  }

  @Test("The diff of subscriptions says what stops and what starts")
  func subscriptions() {
    var diff = SubscriptionDiff<String>()
    var actions: [SubscriptionDiff<String>.Action] = []
    diff.update(to: ["clock", "socket"], into: &actions)
    actions = []
    diff.update(to: ["socket", "mouse"], into: &actions)
    #expect(actions == [.stop("clock", slot: 0), .start("mouse", slot: 2, index: 1)])
  }

  @Test("Optics reach into a value and change it in place")
  func optics() {
    struct Page {
      var state: Result<[String], Failure>
    }
    struct Failure: Error, Equatable {}

    let state = Lens<Page, Result<[String], Failure>>(get: { $0.state }, modify: { $1(&$0.state) })
    let first = state >>> .success() >>> .element(at: 0)

    var page = Page(state: .success(["a", "b"]))
    first.modify(&page) { $0.append("!") }
    #expect(first.tryGet(page) == "a!")

    page.state = .failure(Failure())
    #expect(!first.set(&page, "c"))
  }
}
