import Millrace
import MillraceTesting
import Testing

/// Parts that leave in mid-flight, in every order and in a model.
@Suite struct PartOrderTests {
  struct Draft: Hashable, Codable, Sendable {
    var number: Int
    var saved: [Int] = []
  }

  struct Editor: Hashable, Codable, Sendable {
    var draft: Draft?
  }

  enum DraftMessage: Hashable, Codable, Sendable { case save, saved(Int), echo }
  enum EditorMessage: Hashable, Codable, Sendable { case draft(DraftMessage), open(Int), close }

  private static func part(
    _ save: @escaping @Sendable (Int, Send<DraftMessage>) async throws -> Void
  ) -> Part<Editor, EditorMessage, DraftMessage> {
    Part("draft", at: \Editor.draft, { .draft($0) }, identity: { $0.number }) {
      (draft: inout Draft, message: DraftMessage) in
      switch message {
      case .save:
        let number = draft.number
        return .run(in: .concat("saves"), label: "save \(number)") { try await save(number, $0) }
      case .echo: return .send(.saved(draft.number))
      case .saved(let number):
        draft.saved.append(number)
        return .none
      }
    }
  }

  private static func update(
    _ part: Part<Editor, EditorMessage, DraftMessage>
  ) -> (inout Editor, EditorMessage) -> Effect<EditorMessage> {
    { editor, message in
      switch message {
      case .draft(let message): return part.update(&editor, message)
      case .open(let number): editor.draft = Draft(number: number)
      case .close: editor.draft = nil
      }
      return .none
    }
  }

  @Test("In every order, a draft has only saves of its own", arguments: [true, false])
  func everyOrder(isDeclared: Bool) async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let part = Self.part { number, send in
        await send(.saved(try await server.call("save", answers: [.success(number)])))
      }
      let store = Store(
        Editor(draft: Draft(number: 1)), flow: world.flow, parts: isDeclared ? [part] : [],
        update: Self.update(part))
      world.flow.errorHandler = { _ in }
      world.user("writer", sends: [.draft(.save)], to: store)
      world.user("reader", does: [{ store.replace(Editor(draft: Draft(number: 2))) }])
      world.user("closer", sends: [.close, .open(3)], to: store)
      world.always("a draft has only saves of its own") {
        store.withState { editor in
          editor.draft.map { draft in draft.saved.allSatisfy { $0 == draft.number } } ?? true
        }
      }
    }
    #expect(exploration.isProven == isDeclared, "\(exploration)")
  }

  @Test("What ends with a part is in the history, and comes again when that is replayed")
  @MainActor
  func history() throws {
    let part = Self.part { _, _ in }
    func store(_ flow: Flow) -> Store<Editor, EditorMessage> {
      Store(Editor(draft: Draft(number: 1)), flow: flow, parts: [part], update: Self.update(part))
    }
    let flow = Flow()
    let recorder = try HistoryRecorder(flow)
    let recorded = store(flow)
    try recorder.record(recorded)
    for message: EditorMessage in [.draft(.save), .draft(.save), .open(2), .draft(.save), .close] {
      recorded.send(message)
    }
    // What the part sends at once waits behind the change that ends the part.
    let sender = recorded.sender()
    for message: EditorMessage in [.open(4), .draft(.echo), .open(5), .draft(.echo)] { sender.send(message) }
    recorded.pump()
    recorded.send(.draft(.echo))
    #expect(recorded.draft?.saved == [5, 5])
    try recorder.finish()
    #expect(recorder.text.split(separator: "\n").filter { $0.contains("cancelled") }.count == 2)
    #expect(try Replay(lines: recorder.text).divergence { try $0.add(store($0.flow)) } == nil)

    let other = try Replay(lines: recorder.text).divergence { stage in
      try stage.add(
        Store(Editor(draft: Draft(number: 1)), flow: stage.flow, parts: [], update: Self.update(part)))
    }
    #expect(other != nil)
  }

  @Test("A model check ends a part's effects with it", arguments: [true, false])
  func model(isDeclared: Bool) {
    let part = Self.part { _, _ in }
    let logic = Logic(
      Editor(draft: Draft(number: 1)), parts: isDeclared ? [part] : [], update: Self.update(part))
    let report = ModelCheck(logic, messages: [.draft(.save), .open(2), .close])
      .answers { effect in
        effect.label == "save 1" ? [.sends(.draft(.saved(1)))] : [.sends(.draft(.saved(2)))]
      }
      .always("a draft has only saves of its own") { editor in
        editor.draft.map { draft in draft.saved.allSatisfy { $0 == draft.number } } ?? true
      }
      .allowingErrors()
      .run(ModelBounds(states: 3_000, depth: 7, inFlight: 2))
    #expect(report.failures.isEmpty == isDeclared, "\(report)")
  }
}
