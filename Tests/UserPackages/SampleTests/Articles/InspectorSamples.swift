import Millrace
import MillraceInspector
import Testing

/// The samples of *See what happens*.
@MainActor
struct InspectorSamples {
  nonisolated struct Library: Codable, Equatable, Sendable {
    var books: [String] = []
  }

  nonisolated enum LibraryMessage: Codable, Sendable {
    case added(String)
  }

  @Test("An application is attached in one line, which does nothing without an inspector")
  func attach() {
    let flow = Flow()
    let library = Store(Library(), of: LibraryMessage.self, name: "library", flow: flow) { library, message in
      switch message {
      case .added(let title): library.books.append(title)
      }
      return .none
    }
    Inspector.attach(to: flow, as: "Library")

    let inspector = Inspector.attach(
      to: flow, as: "Library", allowing: [.goBack, .send], hiding: ["library.session.token"])
    inspector?.show(library, state: RecordSchema("library"), messages: RecordSchema("library-message"))
    library.send(.added("Swift Water"))
    #expect(library.state.books == ["Swift Water"])
    #expect(inspector == nil)
  }
}
