public import Millrace

// Bindings to the fields of a form, for any user interface. A store whose state is a form has the same ones
// through `store.scope(\.self) { $0 }`.
extension Scope {
  /// Creates a binding to the text of a field, as typed.
  public func textBinding<Values>(
    _ path: PartialKeyPath<Values>, isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<String> where State == FormState<Values>, Message == FormMessage<Values> {
    let field = Values.form.field(at: path).name
    return binding(\.[path].text, isolation: isolation) { .type(field: field, text: $0) }
  }

  /// Creates a binding to the value of a field.
  public func valueBinding<Values, Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<Values, Value> & Sendable, isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<Value> where State == FormState<Values>, Message == FormMessage<Values> {
    let field = TypedField(path)
    let read: KeyPath<Values, Value> = path
    return binding((\State.value).appending(path: read), isolation: isolation) {
      .change(FieldChange(field: field, value: $0))
    }
  }

  /// Creates a binding to the name of the field with the keyboard focus.
  public func focusBinding<Values>(
    isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<String?> where State == FormState<Values>, Message == FormMessage<Values> {
    binding(\.focus, isolation: isolation) { .focus($0) }
  }

  /// Creates a binding to the text of a field of a form that may be absent.
  ///
  /// Its value is nil while there is no form; see ``StateBinding/unwrapped()``.
  public func textBinding<Values>(
    _ path: PartialKeyPath<Values>, isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<String?> where State == FormState<Values>?, Message == FormMessage<Values> {
    let field = Values.form.field(at: path).name
    let text: KeyPath<FormState<Values>, String> = \.[path].text
    return binding(part: text, isolation: isolation) { .type(field: field, text: $0) }
  }

  /// Creates a binding to the value of a field of a form that may be absent.
  public func valueBinding<Values, Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<Values, Value> & Sendable, isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<Value?> where State == FormState<Values>?, Message == FormMessage<Values> {
    let field = TypedField(path)
    let read: KeyPath<Values, Value> = path
    return binding(part: (\FormState<Values>.value).appending(path: read), isolation: isolation) {
      .change(FieldChange(field: field, value: $0))
    }
  }

  /// Creates a binding to the text of a field of a row, as typed.
  ///
  /// Its value is nil while the row is not in the list, and writing does nothing then; see
  /// ``StateBinding/unwrapped()``.
  public func textBinding<Values, Row: FormValues & Identifiable>(
    _ list: KeyPath<Values, [Row]>, _ id: Row.ID, _ path: PartialKeyPath<Row>,
    isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<String?>
  where State == FormState<Values>, Message == FormMessage<Values>, Row.ID: Sendable {
    textBinding(named: Values.form.name(of: path, in: list, id), isolation: isolation)
  }

  /// Creates a binding to the text of a field of a row with a name.
  func textBinding<Values>(
    named name: String, isolation: isolated (any Actor)?
  ) -> StateBinding<String?> where State == FormState<Values>, Message == FormMessage<Values> {
    flow.adopt(home: isolation)
    let read: KeyPath<FormState<Values>, String?> = \.[text: name]
    return StateBinding(
      get: { self[dynamicMember: read] },
      set: { text in
        guard let text, self.withState({ $0[text: name] != nil }) else { return }
        self.send(.type(field: name, text: text), isolation: nil)
      })
  }

  /// Creates a binding to the value of a field of a row.
  ///
  /// Its value is nil while the row is not in the list, and writing does nothing then.
  public func valueBinding<Values, Row: FormValues & Identifiable, Value: Equatable & Sendable>(
    _ list: any WritableKeyPath<Values, [Row]> & Sendable, _ id: Row.ID,
    _ path: any WritableKeyPath<Row, Value> & Sendable, isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<Value?>
  where State == FormState<Values>, Message == FormMessage<Values>, Row.ID: Sendable {
    valueBinding(FormRow(list, id), path, isolation: isolation)
  }
}
