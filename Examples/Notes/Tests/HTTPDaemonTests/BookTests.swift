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

  @Test("Who owes a head or a body for too long is told once, and nobody who waits for an answer is")
  func duties() {
    var book = ConnectionBook<String>(limits)
    for name in ["head", "body", "waiting", "done"] { book.opened(name) }
    for name in ["body", "waiting", "done"] { book.headCame(name) }
    for name in ["waiting", "done"] { book.requestCame(name) }
    var late: [[String]] = []
    for second in 1...70 {
      if second == 50 { book.answered("done") }
      let overdue = book.overdue(at: second)
      if !overdue.isEmpty { late.append(["\(second)"] + overdue) }
    }
    #expect(late == [["31", "head"], ["61", "body"]])
    let rest = book.overdue(at: 81)
    #expect(rest == ["done"])
  }

  @Test("There is a crowd when more are connected than are served")
  func crowd() {
    var book = ConnectionBook<Int>(limits)
    for number in 0..<3 { book.opened(number) }
    #expect(book.isCrowded)
    book.closed(1)
    #expect(!book.isCrowded)
  }

  @Test("A body is kept up to the limit, then counted, then cut")
  func intake() {
    var intake = BodyIntake(limits)
    let verdicts = [4, 6, 1, 80, 9, 1].map { intake.take($0) }
    #expect(verdicts == [.keep, .keep, .discard, .discard, .discard, .cut])
    #expect(intake.isTooLong)
  }
}
