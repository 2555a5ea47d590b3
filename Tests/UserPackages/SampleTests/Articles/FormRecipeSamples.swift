import Millrace
import MillraceForms
import MillraceTesting
import Testing

nonisolated struct Credentials: FormValues {
  var name = ""
  var password = ""

  static let form = FormDefinition<Credentials>(fields: [
    FormField("name", \.name) { $0.isEmpty ? "Enter your name." : nil },
    FormField("password", \.password) { $0.isEmpty ? "Enter your password." : nil },
  ])
}

nonisolated struct Entrance: Equatable {
  var form = FormState(Credentials())
  var session: String?
}

nonisolated enum EntranceMessage: Sendable, Equatable {
  case form(FormMessage<Credentials>)
  case entered(session: String)
}

nonisolated enum DoorkeeperKey: StoreEnvironmentKey {
  static let defaultValue: @Sendable (Credentials) async throws -> String = { _ in
    throw FormRejection([FormIssue("There is no server.")])
  }
}

nonisolated let entranceForm = FormLogic<Credentials, EntranceMessage>("entrance", { .form($0) }) {
  values, send in
  let session = try await send.environment[DoorkeeperKey.self](values)
  await send(.entered(session: session))
}

nonisolated func updateEntrance(
  _ entrance: inout Entrance, _ message: EntranceMessage
) -> Effect<EntranceMessage> {
  switch message {
  case .form(let message): return entranceForm.update(&entrance.form, message)
  case .entered(let session): entrance.session = session
  }
  return .none
}

@MainActor
@Suite("The recipe of a form") struct FormRecipeSamples {
  @Test("It refuses an empty form, shows the server's refusal, and enters once")
  func form() async {
    var environment = StoreEnvironment()
    environment[DoorkeeperKey.self] = { values in
      if values.password != "tide" {
        throw FormRejection([FormIssue(\Credentials.password, "The password is wrong.")])
      }
      return "session of \(values.name)"
    }
    let test = TestStore(Store(Entrance(), environment: environment, update: updateEntrance))
    func change(_ message: FormMessage<Credentials>) -> (inout Entrance) -> Void {
      { _ = $0.form.handle(message) }
    }
    func answer(_ ticket: Int, _ outcome: SubmissionAnswer.Outcome) -> FormMessage<Credentials> {
      .submitted(SubmissionAnswer(ticket: ticket, outcome: outcome))
    }
    func send(_ message: FormMessage<Credentials>) { test.send(.form(message), change(message)) }

    send(.submit)
    #expect(test.state.form.focus == "name")
    #expect(test.state.form[\.password].issue == "Enter your password.")
    send(.type(\.name, "Ada"))
    send(.type(\.password, "tied"))
    send(.submit)
    let refusal = answer(1, .rejected([FormIssue(\Credentials.password, "The password is wrong.")]))
    await test.receive(.form(refusal), change(refusal))
    #expect(test.state.form[\.password].issue == "The password is wrong.")
    send(.type(\.password, "tide"))
    send(.submit)
    test.send(.form(.submit), effects: [])
    await test.receive(.entered(session: "session of Ada")) { $0.session = "session of Ada" }
    await test.receive(.form(answer(2, .accepted)), change(answer(2, .accepted)))
    await test.finish()
  }
}
