public import Millrace

/// The work of a form: its asynchronous checks, and its submission.
///
/// ```swift
/// let signUp = FormLogic<SignUp, Message>("sign up", { .signUp($0) }, checks: [
///   FieldCheck(\.name, after: .milliseconds(300)) { name in
///     try await server.isTaken(name) ? "This name is taken." : nil
///   }
/// ]) { values, send in
///   let account = try await server.signUp(values)
///   await send(.signedUp(account))
/// }
///
/// case .signUp(let message): return signUp.update(&state.signUp, message)
/// ```
///
/// A check belongs to a value: an edit of the field ends it, and its late answer changes nothing. The answer
/// of a submission is the return of its closure; an error that it throws is a refusal. A form is submitted
/// once, however often and in whatever order `submit` is sent.
public struct FormLogic<Values: FormValues, Message: Sendable>: Sendable {
  /// The name of the form in ids, queues and labels of effects.
  public let name: EffectID
  private let embed: @Sendable (FormMessage<Values>) -> Message
  private let checks: [String: FieldCheck<Values>]
  private let checked: Set<String>
  /// Nil if values are accepted as soon as they are valid.
  private let submit: (@Sendable (Values, Send<Message>) async throws -> Void)?

  /// Creates the work of a form.
  ///
  /// - Parameters:
  ///   - name: The name of the form, unique among the forms of its store and, in a part, of the part.
  ///   - embed: A function that wraps the form's messages into those of the state around it.
  ///   - checks: The asynchronous checks.
  ///   - submit: The submission. It runs outside the store's isolation, and may send messages. When it
  ///     returns, the values are accepted. It throws a ``FormRejection`` to refuse them with complaints at
  ///     fields; any other error is a complaint about the whole form. Without it, a form that is submitted
  ///     accepts its values in the same turn, once they are valid; a form that is only edited needs no more.
  public init(
    _ name: EffectID, _ embed: @escaping @Sendable (FormMessage<Values>) -> Message,
    checks: [FieldCheck<Values>] = [],
    submit: (@Sendable (_ values: Values, _ send: Send<Message>) async throws -> Void)? = nil
  ) {
    self.name = name
    self.embed = embed
    self.checks = Dictionary(checks.map { ($0.field, $0) }) { first, _ in first }
    precondition(
      self.checks.count == checks.count,
      "Two checks of the form `\(name)` are for one field, of \(checks.map(\.field)); join them to one.")
    checked = Set(self.checks.keys)
    self.submit = submit
  }

  /// Changes a form by a message, and returns the requested work.
  public func update(_ form: inout FormState<Values>, _ message: FormMessage<Values>) -> Effect<Message> {
    var effects: [Effect<Message>] = []
    for request in form.handle(message, checking: checked) {
      if case .submit(_, let ticket) = request, submit == nil {
        _ = form.handle(.submitted(SubmissionAnswer(ticket: ticket, outcome: .accepted)))
      } else {
        effects.append(effect(of: request))
      }
    }
    return .merge(effects)
  }

  private func effect(of request: FormRequest<Values>) -> Effect<Message> {
    switch request {
    case .check(let field, let values, let ticket):
      guard let check = checks[field] ?? Values.form.field(field).flatMap({ checks[$0.pattern] }) else {
        return .none
      }
      let id = FormWork.check(field).id(in: name)
      let queue = check.delay > .zero ? EffectQueue.debounce(id, for: check.delay) : .latest(id)
      return .run(in: queue, id: id, label: "check \(field) of \(name)") { [embed] send in
        let complaint = try await check.body(values, field)
        let outcome = complaint.map { CheckAnswer.Outcome.failed($0) } ?? .passed
        await send(embed(.checked(CheckAnswer(field: field, ticket: ticket, outcome: outcome))))
      } catch: { [embed] error in
        embed(.checked(CheckAnswer(field: field, ticket: ticket, outcome: .unanswered("\(error)"))))
      }
      .heldByState(
        cancelled: embed(
          .checked(
            CheckAnswer(field: field, ticket: ticket, outcome: .unanswered("The check was cancelled.")))))
    case .cancelCheck(let field): return .cancel(id: FormWork.check(field).id(in: name))
    case .submit(let values, let ticket):
      guard let submit else { return .none }
      let id = FormWork.submission.id(in: name)
      return .run(in: .latest(id), id: id, label: "submit \(name)") { [embed] send in
        try await submit(values, send)
        await send(embed(.submitted(SubmissionAnswer(ticket: ticket, outcome: .accepted))))
      } catch: { [embed] error in
        let issues = (error as? FormRejection)?.issues ?? [FormIssue("\(error)")]
        return embed(.submitted(SubmissionAnswer(ticket: ticket, outcome: .rejected(issues))))
      }
      .heldByState(cancelled: embed(.submitted(SubmissionAnswer(ticket: ticket, outcome: .cancelled))))
    case .cancelSubmission: return .cancel(id: FormWork.submission.id(in: name))
    case .report(let error): return .report(error)
    }
  }
}

/// An asynchronous check of a field, such as whether a name is taken.
///
/// It runs when the field has another value than initially and the rules accept that.
public struct FieldCheck<Values: FormValues>: Sendable {
  let field: String
  let delay: Duration
  let body: @Sendable (_ values: Values, _ field: String) async throws -> String?

  /// Creates a check of the field at a key path.
  ///
  /// - Parameters:
  ///   - path: The field.
  ///   - delay: The quiet time after the last edit before the check begins.
  ///   - body: The check, which returns a sentence if the value is refused, or nil. If it throws, the field
  ///     is ``FieldCheckState/unanswered(_:)`` and the form can be submitted.
  public init<Value: Sendable>(
    _ path: any KeyPath<Values, Value> & Sendable, after delay: Duration = .zero,
    _ body: @escaping @Sendable (Value) async throws -> String?
  ) {
    field = Values.form.field(at: path).name
    self.delay = delay
    self.body = { values, _ in try await body(values[keyPath: path]) }
  }

  /// Creates a check of a field in each row of a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - path: The field of a row.
  ///   - delay: The quiet time after the last edit before the check begins.
  ///   - body: The check, which returns a sentence if the value is refused, or nil. When the row is removed,
  ///     the check is cancelled, and a late answer changes nothing.
  public init<Row: FormValues & Identifiable, Value: Sendable>(
    rows list: any KeyPath<Values, [Row]> & Sendable, _ path: any KeyPath<Row, Value> & Sendable,
    after delay: Duration = .zero, _ body: @escaping @Sendable (Value) async throws -> String?
  ) where Row.ID: Sendable {
    self.init(rows: list, FieldCheck<Row>(path, after: delay, body))
  }

  /// Creates a check of each row of a list from one of the row's form, as of a field in the rows of a row's
  /// list.
  ///
  /// ```swift
  /// FieldCheck(rows: \.lines, FieldCheck(rows: \.options, \.price) { … })
  /// ```
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - check: The check of a field in the form of a row.
  public init<Row: FormValues & Identifiable>(
    rows list: any KeyPath<Values, [Row]> & Sendable, _ check: FieldCheck<Row>
  ) where Row.ID: Sendable {
    field = RowName.pattern(Values.form.field(at: list).name, check.field)
    delay = check.delay
    body = { values, field in
      let rows = values[keyPath: list]
      guard let name = RowName(field), let inner = name.field,
        let index = RowLocator<Row>(text: name.id).index(in: rows)
      else { return nil }
      return try await check.body(rows[index], inner)
    }
  }
}

/// A kind of work of a form.
private enum FormWork: Hashable, Sendable {
  case check(String)
  case submission

  func id(in form: EffectID) -> EffectID { EffectID(FormWorkID(form: form, work: self)) }
}

private struct FormWorkID: Hashable, Sendable, CustomStringConvertible {
  let form: EffectID
  let work: FormWork

  var description: String {
    switch work {
    case .check(let field): "check \(field) of \(form)"
    case .submission: "submit \(form)"
    }
  }
}
