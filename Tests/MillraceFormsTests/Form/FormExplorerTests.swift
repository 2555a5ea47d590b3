import Millrace
import MillraceForms
import MillraceTesting
import Testing

/// A name to choose, so that the explorer's states stay few.
struct Handle: FormValues, Hashable {
  var name = ""

  static let form = FormDefinition<Handle>(fields: [
    FormField("name", \.name) { $0.isEmpty ? "Enter a name." : nil }
  ])
}

@Suite("A form in every order")
struct FormExplorerTests {
  typealias Message = FormMessage<Handle>

  struct Offline: Error {}

  @Test("However often it is submitted, an accepted form was sent once, and no two submissions run at a time")
  func submitOnce() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let accepted = world.shared(0, as: "accounts")
      let running = world.shared(0, as: "running submissions")
      let logic = FormLogic<Handle, Message>("handle", { $0 }) { _, _ in
        running.value += 1
        defer { running.value -= 1 }
        try await server.call("sign up", answers: [.success(()), .failure(Offline())])
        accepted.value += 1
      }
      let store = Store(FormState(Handle(name: "a")), of: Message.self, flow: world.flow) { form, message in
        logic.update(&form, message)
      }
      world.user("Ada", sends: [.submit, .submit], to: store)
      world.user("an impatient finger", sends: [.submit], to: store)
      world.always("one submission at a time") { running.value <= 1 }
      world.always("accepted once") { accepted.value <= 1 }
      world.finally("the form knows what the server knows") {
        (store.state.phase == .accepted) == (accepted.value == 1) && !store.state.isSubmitting
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("The complaint of a check never stands beside another value, in any order")
  func staleChecks() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let logic = FormLogic<Handle, Message>(
        "handle", { $0 },
        checks: [
          FieldCheck(\.name) { name in
            try await server.call("check \(name)", answers: [.success("\(name) is taken."), .success(nil)])
          }
        ]
      ) { _, _ in }
      let store = Store(FormState(Handle()), of: Message.self, flow: world.flow) { form, message in
        logic.update(&form, message)
      }
      world.user("Ada", sends: [.type(\.name, "a"), .type(\.name, "b"), .submit], to: store)
      world.always("a complaint is about the present name") {
        let form = store.withState { $0 }
        guard case .failed(let complaint) = form[\.name].check else { return true }
        return complaint == "\(form.value.name) is taken."
      }
      world.finally("it was submitted if the name is free") {
        store.withState {
          !$0.isSubmitting && !$0[\.name].isChecking && ($0.phase == .accepted) == $0.isValid
        }
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("A refusal never stands beside another value, and edits meanwhile are kept, in any order")
  func staleRefusals() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let logic = FormLogic<Handle, Message>("handle", { $0 }) { values, _ in
        let refusal = FormRejection([FormIssue(\Handle.name, "\(values.name) is refused.")])
        try await server.call("sign up \(values.name)", answers: [.success(()), .failure(refusal)])
      }
      let store = Store(FormState(Handle(name: "a")), of: Message.self, flow: world.flow) { form, message in
        logic.update(&form, message)
      }
      world.user("Ada", sends: [.submit, .type(\.name, "b"), .submit], to: store)
      world.always("a refusal is about the present name") {
        let form = store.withState { $0 }
        return form[\.name].issue.map { $0 == "\(form.value.name) is refused." } ?? true
      }
      world.finally("the edit is kept and nothing is awaited") {
        store.withState { $0.value.name == "b" && !$0.isSubmitting }
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("A form that is closed and opened again gets no answer of the one before, in any order")
  func closed() async {
    struct Screen: Hashable { var form: FormState<Handle>? = FormState(Handle(name: "first")) }
    enum Event: Sendable { case form(Message), close, open }
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let logic = FormLogic<Handle, Message>("handle", { $0 }) { values, _ in
        try await server.call(
          "sign up \(values.name)",
          answers: [.failure(FormRejection([FormIssue("\(values.name) is refused.")]))])
      }
      let part = Part("handle", at: \Screen.form, { Event.form($0) }) { form, message in
        logic.update(&form, message)
      }
      let store = Store(Screen(), of: Event.self, flow: world.flow, parts: [part]) { screen, event in
        switch event {
        case .form(let message): return screen.form == nil ? .none : part.update(&screen, message)
        case .close: screen.form = nil
        case .open: screen.form = FormState(Handle(name: "second"))
        }
        return .none
      }
      world.user("Ada", sends: [.form(.submit), .close, .open, .form(.submit)], to: store)
      world.always("a refusal belongs to its form") {
        store.withState { screen in
          screen.form?.shownIssues.allSatisfy { $0 == "\(screen.form?.value.name ?? "") is refused." } ?? true
        }
      }
      world.finally("the second form was answered") { store.form?.phase == .rejected }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  /// A list of names, so that the explorer's states stay few.
  struct Team: FormValues, Hashable {
    var members: [Member] = []
    static let form = FormDefinition<Team>(fields: [FormField(rows: "members", \.members)])
  }

  struct Member: FormValues, Identifiable, Hashable {
    var id: Int
    var name = ""
    static let form = FormDefinition<Member>(fields: [FormField("name", \.name)])
  }

  @Test("The check of a row that was removed, and whose id came again, is about no other row, in any order")
  func removedRow() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let logic = FormLogic<Team, FormMessage<Team>>(
        "team", { $0 },
        checks: [
          FieldCheck(rows: \.members, \.name) { name in
            try await server.call("check \(name)", answers: [.success("\(name) is taken."), .success(nil)])
          }
        ]
      ) { _, _ in }
      let store = Store(
        FormState(Team(members: [Member(id: 1)])), of: FormMessage<Team>.self, flow: world.flow
      ) { form, message in
        logic.update(&form, message)
      }
      world.user(
        "Ada",
        sends: [
          .type(\.members, 1, \.name, "a"), .remove(\.members, 1), .append(\.members, Member(id: 1)),
          .type(\.members, 1, \.name, "b"), .submit,
        ], to: store)
      world.always("a complaint is about the present name") {
        let form = store.withState { $0 }
        guard case .failed(let complaint) = form[\.members, 1, \.name]?.check else { return true }
        return complaint == "\(form.value.members.first?.name ?? "") is taken."
      }
      world.finally("it was submitted if the name is free") {
        store.withState { !$0.isSubmitting && ($0.phase == .accepted) == $0.isValid }
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}
