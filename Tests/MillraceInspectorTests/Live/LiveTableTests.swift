import Millrace
import MillraceCoding
import MillraceInspectorWire
import Testing

@testable import MillraceInspector

@Suite("Marks of tables at the inspector")
@InspectorActor
struct LiveTableTests {
  @Test("a tool gets a whole state on each connection and when it asks, and marks otherwise")
  func connections() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "books")
    flow.errorHandler = { _ in }
    var limits = InspectorLimits.patient
    limits.firstDelay = .milliseconds(1)
    limits.exactInterval = .zero
    let store = makeLibrary(Library(books: 100), flow: flow)
    Inspector.attach(to: flow, address: tool.tool.address, limits: limits)?.showLibrary(store)
    var turns: UInt64 = 0
    for _ in 0..<3 {
      let connection = try await tool.connection()
      var marked = MarkedTool()
      // Some frames of the connection may have come before the end of the last one was seen.
      var seen = tool.frames.lastIndex { $0.kind == "application" } ?? tool.frames.count
      for round in 0..<8 as Range<UInt64> {
        store.send(round % 2 == 0 ? .lent(Int(round)) : .removed(Int(turns)))
        turns += 1
        if round == 5 {
          connection.send(Frame(head: #"{"request":99,"do":"sample","flow":1,"full":true}"#))
          try await tool.frame { $0["answer"]?.number == 99 }
        }
        if tool.frames[seen...].last(where: { $0.kind == "state" })?["state"]?.number != turns {
          try await tool.frame { $0["state"]?.number == turns }
        }
        for frame in tool.frames[seen...] where frame.kind == "state" {
          try marked.take(frame.head, frame.body ?? .null)
        }
        seen = tool.frames.count
        #expect(marked.state == (try archived(store.state)))
      }
      #expect(marked.wholes >= 2)
      #expect(marked.marked >= 4)
      connection.cut()
      try await tool.untilCut()
    }
  }
}
