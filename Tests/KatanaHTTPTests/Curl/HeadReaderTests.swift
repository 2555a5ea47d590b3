import Testing

@testable import KatanaHTTP
@testable import MillraceHTTP

@Suite("Heads of answers")
struct HeadReaderTests {
  private func steps(_ lines: [String]) -> [HeadReader.Step] {
    var reader = HeadReader()
    return lines.map { reader.take(Array("\($0)\r\n".utf8)) }
  }

  @Test("a head is whole with its empty line")
  func whole() {
    let head = AnswerHead(status: 200, headers: ["A": "b, c", "Empty": ""])
    #expect(
      steps(["HTTP/1.1 200 OK", "A:  b", "no field", "a: c", "Empty:", ""])
        == [.reading, .reading, .reading, .reading, .reading, .whole(head)])
    #expect(steps(["HTTP/2 404", ""]).last == .whole(AnswerHead(status: 404, headers: [:])))
  }

  @Test("heads that say that the answer is coming do not count")
  func early() {
    #expect(
      steps(["HTTP/1.1 103 Early Hints", "Link: a", "", "HTTP/1.1 204", "B: c", ""])
        == [
          .reading, .reading, .reading, .reading, .reading,
          .whole(AnswerHead(status: 204, headers: ["B": "c"])),
        ])
  }

  @Test("fields behind the body are passed over")
  func late() {
    #expect(steps(["HTTP/1.1 200 OK", "", "A: late", ""]).suffix(2) == [.reading, .reading])
  }

  @Test("a head without a status is none")
  func noStatus() {
    #expect(steps(["HTTP/1.1", "A: b", ""]) == [.reading, .reading, .reading])
    #expect(steps(["HTTP/1.1 OK", ""]) == [.reading, .reading])
  }

  @Test("a status is digits alone", arguments: ["+200", "-200", "0x200", "2e2", ""])
  func status(_ text: String) {
    #expect(steps(["HTTP/1.1 \(text) OK", "A: b", ""]).last == .reading)
  }

  @Test("a head has an end somewhere")
  func tooLong() {
    var reader = HeadReader()
    let line = Array("X: \(String(repeating: "x", count: 997))".utf8)
    let steps = (0..<300).map { _ in reader.take(line) }
    #expect(steps.firstIndex(of: .tooLong) == HeadReader.limit / 1000)
  }
}
