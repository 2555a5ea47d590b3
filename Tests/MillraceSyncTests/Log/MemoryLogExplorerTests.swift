import Millrace
import MillraceSync
import MillraceTesting
import Testing

@Suite("A log in memory, in an exploration")
struct MemoryLogExplorerTests {
  /// Explores an effect that appends to a log beside one that reads it.
  private static func explore(
    _ rule: String, _ holds: @escaping @Sendable (UInt64) -> Bool
  ) async -> Exploration {
    await Explorer(audit: .init(orders: 1)).explore { world in
      let log = MemoryLog("notes")
      let server = world.outside("server")
      let store = Store([UInt64](), of: UInt64?.self, name: "heads", flow: world.flow) { heads, head in
        if let head {
          heads.append(head)
          return .none
        }
        return .merge(
          .run(label: "append") { _ in
            let entry = LogEntry(
              writer: try LogWriter("here"), number: 1, store: "list",
              kind: SchemaKind(name: "number", version: 1), rules: 1,
              time: 0, message: [1])
            _ = try await server.call("append", answers: [.success(())])
            _ = try await log.append([entry], after: 0)
          },
          .run(label: "read") { send in
            _ = try await server.call("read", answers: [.success(())])
            await send(try await log.read(after: 0, limit: .max).head)
          })
      }
      world.user("user", sends: [nil], to: store)
      world.finally(rule) { store.state.allSatisfy(holds) }
    }
  }

  @Test("is known: the search itself finds what a reader sees before and after an append")
  func known() async {
    for (rule, head) in [("the entry is seen", 1), ("the entry is not seen", 0)] as [(String, UInt64)] {
      let exploration = await Self.explore(rule) { $0 == head }
      #expect(exploration.finding?.problem == .broken(rule: rule, atEnd: true), "\(exploration)")
    }
    #expect(await Self.explore("it is one of them") { $0 < 2 }.isProven)
  }
}
