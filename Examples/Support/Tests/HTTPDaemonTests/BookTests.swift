import Testing

@testable import HTTPDaemon

@Suite("Who is connected, and what they send")
struct BookTests {
  private var limits: Limits {
    var limits = Limits()
    (limits.connections, limits.silence, limits.bodySeconds, limits.body, limits.discarded) = (
      2, 30, 60, 10, 100
    )
    return limits
  }

  @Test("A connection that owes a head, a body, or the taking of an answer for too long is told once")
  func duties() {
    var book = ConnectionBook<String, Int>(limits)
    for name in ["head", "body", "drip", "waiting", "slow", "done"] {
      let isTaken = book.opened(name, from: name.count)
      #expect(isTaken)
    }
    for name in ["body", "drip", "waiting", "slow", "done"] { book.headCame(name) }
    for name in ["waiting", "slow", "done"] { book.requestCame(name) }
    var late: [[String]] = []
    for second in 1...70 {
      if second % 20 == 0 { book.bodyCame("drip") }
      if second == 5 { book.tookSome("slow") }
      if second == 50 { book.answered("done") }
      let overdue = book.overdue(at: second)
      if !overdue.isEmpty { late.append(["\(second)"] + overdue.sorted()) }
    }
    #expect(late == [["31", "body", "head"], ["35", "slow"], ["61", "drip"]])
    let rest = book.overdue(at: 80)
    #expect(rest == ["done"])
  }

  @Test("There is a crowd when more are connected than are served, of all or of one address")
  func crowd() {
    var limits = limits
    (limits.connections, limits.connectionsPerAddress) = (3, 2)
    var book = ConnectionBook<Int, String>(limits)
    for number in 0..<2 { _ = book.opened(number, from: "a") }
    #expect(book.crowding(of: 0) == nil)
    _ = book.opened(2, from: "a")
    #expect(book.crowding(of: 2) == .crowdedAddress(limit: 2))
    _ = book.opened(3, from: "b")
    #expect(book.crowding(of: 3) == .crowded(limit: 3))
    book.closed(2)
    #expect(book.crowding(of: 0) == nil && book.crowding(of: 3) == nil)
  }

  @Test("An address with far too many connections is not even listened to, and others are")
  func flood() {
    var limits = limits
    limits.connectionsPerAddress = 2
    var book = ConnectionBook<Int, String>(limits)
    let taken = (0..<30).count { book.opened($0, from: "a") }
    #expect(taken == 2 + Limits.refusedPerAddress)
    let isTaken = book.opened(99, from: "b")
    #expect(isTaken)
    for number in 0..<30 { book.closed(number) }
    let isTakenAgain = book.opened(100, from: "a")
    #expect(isTakenAgain && book.crowding(of: 100) == nil)
  }

  @Test("A body is kept up to the limit, then counted, then cut")
  func intake() {
    var intake = BodyIntake(limits)
    let verdicts = [4, 6, 1, 80, 9, 1].map { intake.take($0) }
    #expect(verdicts == [.keep, .keep, .discard, .discard, .discard, .cut])
    #expect(intake.isTooLong)
  }
}
