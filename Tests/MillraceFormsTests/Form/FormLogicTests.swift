import Millrace
import MillraceForms
import MillraceTesting
import Testing

@MainActor
@Suite("The work of a form")
struct FormLogicTests {
  private struct Offline: Error {}

  private typealias Form = SignUpForm

  private func makeTest(
    _ clock: ManualClock, taken: Set<String> = ["Eve"],
    check: @escaping @Sendable (String) async throws -> Void = { _ in },
    submit: @escaping @Sendable (SignUp) async throws -> Void = { _ in }
  ) -> TestStore<SignUpForm, SignUpMessage> {
    let logic = FormLogic<SignUp, SignUpMessage>(
      "sign up", { $0 },
      checks: [
        FieldCheck(\.name, after: .milliseconds(300)) { name in
          try await check(name)
          return taken.contains(name) ? "\(name) is taken." : nil
        }
      ]
    ) { values, _ in
      try await submit(values)
    }
    let store = Store(
      SignUpForm.valid, of: SignUpMessage.self, environment: StoreEnvironment(clock: clock)
    ) { form, message in
      logic.update(&form, message)
    }
    return TestStore(store)
  }

  private func checked(_ ticket: Int, _ outcome: CheckAnswer.Outcome) -> SignUpMessage {
    .checked(CheckAnswer(field: "name", ticket: ticket, outcome: outcome))
  }

  private func submitted(_ ticket: Int, _ outcome: SubmissionAnswer.Outcome) -> SignUpMessage {
    .submitted(SubmissionAnswer(ticket: ticket, outcome: outcome))
  }

  /// Sends a message, or receives it, and expects the change that the pure form makes.
  private func change(_ message: SignUpMessage) -> (inout SignUpForm) -> Void {
    { _ = $0.handle(message, checking: ["name"]) }
  }

  @Test("Without a submission, values are accepted in the turn in which they are valid")
  func withoutSubmission() async {
    let clock = ManualClock()
    let logic = FormLogic<SignUp, SignUpMessage>(
      "sign up", { $0 }, checks: [FieldCheck(\.name, after: .seconds(1)) { _ in nil }])
    let store = Store(SignUpForm.valid, of: SignUpMessage.self, environment: StoreEnvironment(clock: clock)) {
      form, message in
      logic.update(&form, message)
    }
    store.send(.type(\.age, "7"))
    store.send(.submit)
    #expect(store.state.phase == .editing && store[\.age].issue == "You must be 18.")
    store.send(.type(\.age, "70"))
    #expect(store.isDirty)
    store.send(.submit)
    #expect(store.state.phase == .accepted && !store.isDirty && store.value.age == 70)
    store.send(.type(\.name, "Ben"))
    store.send(.submit)
    #expect(store.state.phase == .waiting)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(store.state.phase == .accepted && store.initial.name == "Ben")
  }

  @Test("A check begins after a quiet time, for the last value only, and its complaint is shown at once")
  func check() async {
    let clock = ManualClock()
    let test = makeTest(clock)
    test.send(.type(\.name, "Ev"), change(.type(\.name, "Ev")))
    await clock.advance(by: .milliseconds(200))
    test.send(.type(\.name, "Eve"), change(.type(\.name, "Eve")))
    await clock.advance(by: .milliseconds(300))
    let answer = checked(2, .failed("Eve is taken."))
    await test.receive(answer, change(answer))
    #expect(test.state[\.name].issue == "Eve is taken.")
    test.send(.submit, change(.submit))
    #expect(test.state.focus == "name")
    await test.finish()
  }

  @Test("A check that throws leaves the field unanswered, with the reason, and the form can be submitted")
  func unanswered() async {
    let clock = ManualClock()
    let test = makeTest(clock, check: { _ in throw Offline() })
    test.send(.type(\.name, "Ben"), change(.type(\.name, "Ben")))
    test.send(.submit, change(.submit))
    #expect(test.state.phase == .waiting)
    await clock.advance(by: .milliseconds(300))
    let answer = checked(1, .unanswered("Offline()"))
    await test.receive(answer, change(answer))
    await test.receive(submitted(2, .accepted), change(submitted(2, .accepted)))
    #expect(test.state.phase == .accepted)
    await test.finish()
  }

  @Test("A refusal is thrown with complaints at fields; any other error is a complaint about the form")
  func refusals() async {
    let refusal = FormRejection([FormIssue(\SignUp.name, "Taken.")])
    let test = makeTest(ManualClock(), submit: { _ in throw refusal })
    test.send(.submit, change(.submit))
    await test.receive(
      submitted(1, .rejected(refusal.issues)), change(submitted(1, .rejected(refusal.issues))))
    #expect(test.state[\.name].issue == "Taken.")
    await test.finish()
    #expect("\(refusal)" == "The form was refused: name: Taken.")

    let other = makeTest(ManualClock(), submit: { _ in throw Offline() })
    other.send(.submit, change(.submit))
    let answer = submitted(1, .rejected([FormIssue("Offline()")]))
    await other.receive(answer, change(answer))
    #expect(other.state.shownIssues == ["Offline()"])
    await other.finish()
  }

  @Test("Giving up a submission cancels its work, whose answer never comes")
  func cancel() async {
    let clock = ManualClock()
    let test = makeTest(clock, submit: { _ in try await clock.sleep(for: .seconds(60)) })
    test.send(.submit, change(.submit))
    await #expect(throws: Never.self) { try await clock.waitUntil { clock.sleepers.count == 1 } }
    test.send(.cancelSubmission, effects: [.cancels("submit sign up")], change(.cancelSubmission))
    #expect(test.state.phase == .editing)
    #expect(clock.sleepers.isEmpty)
    await test.finish()
  }

  @Test("A mistake in a message is reported to the error handler")
  func report() async {
    let test = makeTest(ManualClock())
    test.send(.focus("tone"))
    await test.expectError { error in
      if case .reported(_, let error as FormError) = error {
        error == .unknownField("tone", form: "SignUp")
      } else {
        false
      }
    }
    await test.finish()
  }
}
