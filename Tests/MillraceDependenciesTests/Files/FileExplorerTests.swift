import Foundation
import Millrace
import MillraceDependencies
import MillraceTesting
import Testing

@Suite("Dependencies in every order")
struct FileExplorerTests {
  private enum Message: Sendable {
    case add(String)
    case added
  }

  /// Two lines are added to a file, each by reading and writing it.
  private func adding(_ queue: EffectQueue?) -> @Sendable (isolated World) throws -> Void {
    { world in
      let tree = world.shared(FileTree(), as: "files")
      world.environment[FileClient.self] = FileClient { change in tree.withValue(change) }
      let store = Store(0, of: Message.self, flow: world.flow) { count, message in
        switch message {
        case .add(let line):
          return .run(in: queue, label: "add \(line)") { send in
            let files = send.environment[FileClient.self]
            let old = try? await files.read("list")
            await Task.yield()
            try await files.write((old ?? Data()) + Data(line.utf8), to: "list")
            await send(.added)
          }
        case .added:
          count += 1
          return .none
        }
      }
      world.user("writer", sends: [.add("a"), .add("b")], to: store)
      world.finally("both lines are in the file") { tree.value.files["list"]?.count == 2 }
    }
  }

  @Test("files in a shared value are explored: a lost update is found")
  func lostUpdate() async {
    let exploration = await Explorer().explore(adding(nil))
    #expect("\(exploration)".contains("both lines are in the file"), "\(exploration)")
  }

  @Test("and that a queue prevents it is proven")
  func queued() async {
    let exploration = await Explorer().explore(adding(.concat("file")))
    #expect(exploration.isProven, "\(exploration)")
  }
}
