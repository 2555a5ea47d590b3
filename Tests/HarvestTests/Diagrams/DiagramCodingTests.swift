import Foundation
import Harvest
import Testing

@Suite("Graphs and reports as data")
struct DiagramCodingTests {
  @Test("What is written is read again")
  func roundTrip() throws {
    let graph = DiagramTable.reduce(
      .first, [.go | .a => .b, .go | any => .b, .back | matching("never") { _ in false } => .c]
    ).graph(states: [.a], initial: .a, finals: [.b])
    let report = graph.report(mustReach: [.a])
    #expect(report.findings.count > 3)
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    #expect(try decoder.decode(type(of: graph), from: encoder.encode(graph)) == graph)
    #expect(try decoder.decode(type(of: report), from: encoder.encode(report)) == report)
  }
}
