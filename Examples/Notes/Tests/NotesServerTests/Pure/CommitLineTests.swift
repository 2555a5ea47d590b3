import Testing

@testable import NotesServer

@Suite("The line of those who wait for the disk")
struct CommitLineTests {
  /// A line with what it has said.
  private struct Log {
    var line: CommitLine<Int>
    var begun: [Bool] = []
    var answered: [[Int]] = []

    init(durable: Int) { line = CommitLine(durable: durable) }

    mutating func come(_ number: Int) {
      line.changed(to: number)
      line.wait(for: number, number)
      begin()
    }

    mutating func begin() { begun.append(line.begin()) }
    mutating func done() { answered.append(line.done()) }
    mutating func fail() { answered.append(line.failed()) }
  }

  @Test("Many who come together are answered after two writings")
  func grouping() {
    var log = Log(durable: 0)
    for number in 1...100 { log.come(number) }
    #expect(log.begun == [true] + Array(repeating: false, count: 99))
    log.done()
    #expect(log.line.durable == 1)
    log.begin()
    log.done()
    log.begin()
    #expect(log.answered == [[1], Array(2...100)])
    #expect(log.begun.suffix(2) == [true, false])
    #expect(!log.line.isBehind)
  }

  @Test("Who has waited for a writing that fails is told, and who came later waits for the next")
  func failure() {
    var log = Log(durable: 5)
    log.come(6)
    log.come(7)
    log.fail()
    #expect(log.line.durable == 5)
    log.begin()
    log.done()
    #expect(log.answered == [[6], [7]])
    #expect(log.begun == [true, false, true])
    #expect(log.line.durable == 7)
  }
}
