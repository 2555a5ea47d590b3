import Foundation
import Harvest
import MillraceToolkit
import NotesModel
import Testing

@testable import NotesSession

@Suite("The table of the connection")
struct SessionTableTests {
  @Test(
    "The checks find nothing: nothing is out of reach, and wherever one is, one can get online, or work offline"
  )
  func report() {
    let report = SessionTable.report
    #expect(report.isClean, "\(report)")
    #expect(report.notes.isEmpty, "\(report)")
  }

  @Test("It takes these inputs in these phases, with these effects, and no others")
  func rows() {
    let rows = SessionTable.graph.edges.map { edge in
      let effects = edge.work.labels.joined(separator: ", ")
      return "\(edge.from), \(edge.input): \(edge.to)\(effects.isEmpty ? "" : ", \(effects)")"
    }
    #expect(
      Set(rows) == [
        "unplugged, plug: connecting, greet",
        "connecting, unplug: unplugged, cancel attempt",
        "online, unplug: unplugged, cancel attempt",
        "waiting, unplug: unplugged, cancel attempt",
        "refused, unplug: unplugged, cancel attempt",
        "connecting, greeted: online",
        "connecting, unreachable: waiting, wait",
        "connecting, refused: refused",
        "online, settled: online",
        "online, lost: waiting, wait",
        "online, refused: refused",
        "waiting, retry: connecting, greet",
        "waiting, try now: connecting, greet",
        "refused, try now: connecting, greet",
        "connecting, resumed: connecting, greet",
        "online, resumed: connecting, greet",
        "waiting, resumed: connecting, greet",
        "refused, resumed: connecting, greet",
      ])
    #expect(rows.count == 18)
  }

  @Test("The number of failures decides nothing but how long is waited")
  func failures() {
    let table = SessionTable.graph.edges.map { "\($0.from) \($0.input) \($0.to) \($0.work.labels)" }
    for failures in 0...SessionState.mostFailures {
      let states = SessionPhase.allCases.map { phase in
        var state = SessionState()
        (state.phase, state.failures) = (phase, failures)
        return state
      }
      let graph = sessionMapping.graph(
        states: states, inputs: SessionInput.examples, initial: states[1])
      let rows = graph.edges.map { "\($0.from.phase) \($0.input) \($0.to.phase) \($0.work.labels)" }
      #expect(Set(rows) == Set(table) && rows.count == table.count)
    }
  }

  @Test("Tools see the rows of the table, and the phase as the active state")
  func facts() throws {
    let flow = Flow()
    let session = makeSession(on: flow) { () async throws(ServerError) in Greeting(id: "a", sequence: 7) }
    let tap = flow.tap { _ in }
    session.send(.unplug)
    let facts = try #require(FlowInternals(flow).facts().first?.facts)
    let table = try #require(facts.tables.first { $0.title == "Rows" })
    #expect(table.rows.count == 11)
    #expect(table.rows.first == ["1", "plug | unplugged", "connecting", "0"])
    #expect(table.marked == [1])
    let diagram = try #require(facts.diagram)
    #expect(Set(SessionPhase.allCases.map { "\($0)" }).isSubset(of: diagram.nodes.map(\.title)))
    #expect(diagram.nodes.filter(\.isActive).map(\.title) == ["unplugged"])
    #expect(diagram.edges.filter(\.isLast).map(\.title) == ["unplug [plugged in]"])
    withExtendedLifetime(tap) {}
  }

  @Test("The diagram beside the package is of this table")
  func diagram() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../session.mmd")
    let drawn = try String(contentsOf: file, encoding: .utf8)
    #expect(
      drawn.trimmingCharacters(in: .newlines)
        == SessionTable.graph.mermaid().trimmingCharacters(in: .newlines),
      "Draw it anew: swift run notes-diagram session.mmd session.svg")
  }

  @Test("What an input has to say makes no difference to where it leads")
  func payloads() {
    let mapping = sessionMapping
    var state = SessionState()
    for (input, phase): (SessionInput, SessionPhase) in [
      (.unreachable(reason: "No answer."), .waiting), (.retry, .connecting),
      (.greeted(Greeting(id: "a", sequence: 7)), .online), (.settled, .online),
      (.lost(reason: "The feed ended."), .waiting),
      (.tryNow, .connecting), (.refused(reason: "It wants a token."), .refused),
    ] {
      #expect(mapping.apply(input, to: &state) != nil, "\(input)")
      #expect(state.phase == phase)
    }
  }
}
