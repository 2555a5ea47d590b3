import Millrace
import MillraceForms
import MillraceTesting
import Testing

@MainActor
@Suite("The end of a form's owner")
struct FormEndTests {
  struct Screen: Equatable {
    var signUp: SignUpForm?
    var accounts: [String] = []
  }

  enum Message: Sendable, Equatable {
    case open(SignUp)
    case close
    case signUp(SignUpMessage)
    case signedUp(String)
  }

  /// A screen with a form that is a part, and a server that answers after a second.
  private func makeStore(_ clock: ManualClock) -> Store<Screen, Message> {
    let logic = FormLogic<SignUp, SignUpMessage>("sign up", { $0 }) { values, send in
      try await send.environment.clock.sleep(for: .seconds(1))
      if values.name == "Eve" { throw FormRejection([FormIssue(\SignUp.name, "Taken.")]) }
    }
    let part = Part("sign up", at: \Screen.signUp, { Message.signUp($0) }) { form, message in
      logic.update(&form, message)
    }
    return Store(
      Screen(), environment: StoreEnvironment(clock: clock), parts: [part]
    ) { screen, message in
      switch message {
      case .open(let values): screen.signUp = SignUpForm(values)
      case .close: screen.signUp = nil
      case .signUp(let message):
        let effect = part.update(&screen, message)
        if let form = screen.signUp, form.phase == .accepted {
          screen.accounts.append(form.value.name)
          screen.signUp = nil
        }
        return effect
      case .signedUp(let name): screen.accounts.append(name)
      }
      return .none
    }
  }

  @Test(
    "A form that leaves in the middle of its submission takes the work with it, and its successor gets no answer"
  )
  func leaves() async throws {
    let clock = ManualClock()
    let store = makeStore(clock)
    store.send(.open(.valid))
    store.send(.signUp(.submit))
    try await clock.waitUntil { clock.sleepers.count == 1 }
    store.send(.close)
    #expect(clock.sleepers.isEmpty)
    store.send(.open(SignUp(name: "Eve", age: 20, password: "tide", repeated: "tide")))
    store.send(.signUp(.submit))
    try await clock.waitUntil { clock.sleepers.count == 1 }
    await clock.advance(by: .seconds(1))
    await store.run()
    #expect(store.accounts == [])
    #expect(store.signUp?[\.name].issue == "Taken.")
    store.send(.signUp(.type(\.name, "Ben")))
    store.send(.signUp(.submit))
    try await clock.waitUntil { clock.sleepers.count == 1 }
    await clock.advance(by: .seconds(1))
    await store.run()
    #expect(store.state == Screen(accounts: ["Ben"]))
  }

  @Test("A store that ends in the middle of a submission cancels its work")
  func storeEnds() async throws {
    let clock = ManualClock()
    var store: Store<Screen, Message>? = makeStore(clock)
    store?.send(.open(.valid))
    store?.send(.signUp(.submit))
    try await clock.waitUntil { clock.sleepers.count == 1 }
    store = nil
    #expect(clock.sleepers.isEmpty)
  }

  @Test("Views that outlive their form read its last texts and write nothing")
  func views() async throws {
    let store = makeStore(ManualClock())
    let scope = store.scope(\.signUp) { .signUp($0) }
    #expect(scope.textBinding(\.name).unwrapped() == nil)
    store.send(.open(.valid))
    let name = try #require(scope.textBinding(\.name).unwrapped())
    let news = try #require(scope.valueBinding(\.newsletter).unwrapped())
    name.wrappedValue = "Ben"
    news.wrappedValue = true
    #expect(store.signUp?.value.name == "Ben" && store.signUp?.value.newsletter == true)
    store.send(.close)
    var messages: [Message] = []
    let token = store.observe(messages: Message.self) { messages.append($0) }
    name.wrappedValue = "late"
    news.wrappedValue = false
    #expect(messages.isEmpty)
    #expect(name.wrappedValue == "Ben" && news.wrappedValue)
    token.cancel()
  }

  @Test("A form that was read back in the middle of its submission is given up, and submits again")
  func readBack() {
    var form = SignUpForm.valid
    form.take(.submit)
    #expect(form.take(.submit) == [])
    #expect(form.take(.cancelSubmission) == [.cancelSubmission])
    #expect(form.take(.submit) == [.submit(.valid, ticket: 2)])
  }
}

@MainActor
@Suite("Bindings of a form")
struct FormBindingTests {
  @Test("Texts, values and the focus of a form are bound, and read as tracked parts")
  func bindings() {
    let store = signUpStore(.valid)
    let form = store.scope(\.self) { $0 }
    let (age, height, focus) = (
      form.textBinding(\.age), form.textBinding(\.height), form.focusBinding()
    )
    age.wrappedValue = "4x"
    #expect(age.wrappedValue == "4x" && store.value.age == 36)
    age.wrappedValue = " 41"
    #expect(age.wrappedValue == " 41" && store.value.age == 41)
    height.wrappedValue = "1.80"
    #expect(store.value.height == 1.8)
    focus.wrappedValue = "age"
    #expect(store.focus == "age")
    focus.wrappedValue = nil
    #expect(age.wrappedValue == "41" && focus.wrappedValue == nil)
    let news = form.valueBinding(\.newsletter)
    news.wrappedValue = true
    #expect(store.value.newsletter && news.wrappedValue)
    var statuses: [String?] = []
    let token = form.observe(\.[\.age].issue) { statuses.append($0) }
    age.wrappedValue = "7"
    store.send(.submit)
    age.wrappedValue = "70"
    #expect(statuses == ["You must be 18.", nil])
    token.cancel()
  }

  /// A form with a check and a submission of a second each, and a message that cancels all effects.
  private func checkedStore(_ clock: ManualClock) -> Store<SignUpForm, SignUpMessage?> {
    let logic = FormLogic<SignUp, SignUpMessage?>(
      "sign up", { $0 },
      checks: [
        FieldCheck(\.name) { _ in
          try await clock.sleep(for: .seconds(1))
          return nil
        }
      ]
    ) { _, _ in
      try await clock.sleep(for: .seconds(1))
    }
    return Store(SignUpForm(.valid), environment: StoreEnvironment(clock: clock)) { form, message in
      message.map { logic.update(&form, $0) } ?? .cancelAll
    }
  }

  @Test("A caller that has gone ends neither a check nor a submission")
  func callerIsGone() async throws {
    let clock = ManualClock()
    let store = checkedStore(clock)
    for message in [SignUpMessage.type(\.name, "Ben"), .submit] {
      let view = Task { await store.send(message).finish() }
      await clock.waitForSleepers(count: 1)
      view.cancel()
      await view.value
      clock.jump(by: .seconds(1))
      await store.run()
    }
    #expect(store.state[\.name].check == nil && store.state.phase == .accepted)
    #expect(store.state.initial.name == "Ben")
  }

  @Test("A submission that is cancelled with all effects is over, and the form can be submitted again")
  func cancelledSubmission() async throws {
    let clock = ManualClock()
    let store = checkedStore(clock)
    store.send(.submit)
    #expect(store.state.phase == .submitting)
    store.send(nil)
    #expect(store.state.phase == .editing && store.state.canSubmit)
    let work = store.send(.submit)
    work.cancel()
    #expect(store.state.phase == .editing)
    store.send(.submit)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(store.state.phase == .accepted)
  }

  @Test("A check that is cancelled with all effects is not answered, and a submission goes on without it")
  func cancelledCheck() async throws {
    let clock = ManualClock()
    let store = checkedStore(clock)
    store.send(.type(\.name, "Ben"))
    store.send(.submit)
    #expect(store.state.phase == .waiting)
    store.send(nil)
    #expect(store.state[\.name].check == .unanswered("The check was cancelled."))
    #expect(store.state.phase == .submitting)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(store.state.phase == .accepted)
  }
}
