import Millrace
import Observation
import Synchronization
import Testing

#if canImport(SwiftUI)
import SwiftUI
#endif

struct Note: Identifiable, Equatable, Sendable {
  let id: Int
  var text: String
}

struct Notebook: Equatable {
  var title = "Notes"
  var notes = RowTable<Int, Note>()
  var count: Int { notes.count }
}

enum NotebookMessage: Sendable {
  case rename(String)
  case write(Note)
  case delete(Int)
}

func updateNotebook(_ book: inout Notebook, _ message: NotebookMessage) -> Effect<NotebookMessage> {
  switch message {
  case .rename(let title): book.title = title
  case .write(let note): book.notes.upsert(note)
  case .delete(let id): book.notes.remove(id: id)
  }
  return .none
}

#if canImport(SwiftUI)
struct NotebookView: View {
  @State private var store = Store(Notebook(), update: updateNotebook)

  var body: some View {
    List(store.notes.rows) { note in
      Text(note.text)
    }
    .navigationTitle(store.title)
  }
}
#endif

@MainActor
@Suite("Observing") struct ObservingSamples {
  private let store = Store(Notebook(), update: updateNotebook)

  /// Stands for a label of a window.
  private final class Label {
    var text = ""
  }

  @Test("With a token, or for as long as an owner lives")
  func tokenAndOwner() {
    var titles: [String] = []
    var label: Label? = Label()
    if let label {
      let token = store.observe(\.title) { title in titles.append(title) }
      store.observe(\.title, owner: label, initial: true) { label, title in label.text = title }

      store.send(.rename("Ideas"))
      token.cancel()
    }
    #expect(label?.text == "Ideas")
    label = nil
    store.send(.rename("Plans"))
    #expect(titles == ["Ideas"])
  }

  @Test("The old value, on request")
  func oldValue() {
    var steps: [String] = []
    let token = store.observeChange(of: \.title) { old, new in steps.append("\(old) became \(new)") }
    store.send(.rename("Ideas"))
    token.cancel()
    #expect(steps == ["Notes became Ideas"])
  }

  @Test("One row, and the changes of a table")
  func rows() {
    var seven: [String?] = []
    var changed: [Int] = []
    let row = store.observe(\.notes, row: 7) { note in seven.append(note?.text) }
    let list = store.observeChanges(in: \.notes) { changes, notes in
      switch changes {
      case .unchanged: break
      case .changed(let list): changed += list.map(\.id)
      case .unknown: changed = Array(notes.ids)
      }
    }
    store.send(.write(Note(id: 7, text: "Bread")))
    store.send(.write(Note(id: 8, text: "Milk")))
    store.send(.delete(7))
    #expect(seven == ["Bread", nil])
    #expect(changed == [7, 8, 7])
    withExtendedLifetime((row, list)) {}
  }

  @Test("Messages, of any type or of one")
  func messages() {
    var seen: [String] = []
    let all = store.observe(messages: NotebookMessage.self) { message in seen.append("\(message)") }
    store.send(.delete(7))
    withExtendedLifetime(all) {}
    #expect(seen == ["delete(7)"])

    struct Saved: Sendable { let name: String }
    struct Opened: Sendable { let name: String }

    let bus = Store(0, of: (any Sendable).self) { count, _ in
      count += 1
      return .none
    }
    var saved: [String] = []
    let token = bus.observe(messages: Saved.self) { saved.append($0.name) }
    bus.send(Opened(name: "a"))
    bus.send(Saved(name: "b"))
    withExtendedLifetime(token) {}
    #expect(saved == ["b"])
  }

  @Test("A sequence of values, the present one first")
  func sequence() async {
    let titles = store.values(of: \.title, buffering: .bufferingNewest(1))
    store.send(.rename("Ideas"))
    for await title in titles {
      #expect(title == "Ideas")
      break
    }
  }

  @Test("Observation is notified of what was read, and of nothing else")
  func observation() {
    let calls = Atomic(0)
    withObservationTracking {
      _ = store.title
    } onChange: {
      calls.wrappingAdd(1, ordering: .relaxed)
    }
    store.send(.write(Note(id: 1, text: "Bread")))
    #expect(calls.load(ordering: .relaxed) == 0)
    store.send(.rename("Ideas"))
    #expect(calls.load(ordering: .relaxed) == 1)
  }
}
