extension FormState {
  /// Changes the form by a message, and returns the work that it requests.
  ///
  /// ``FormLogic`` carries the requests out. Call this only to carry them out in another way.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - checked: The names of the fields that have an asynchronous check.
  public mutating func handle(
    _ message: FormMessage<Values>, checking checked: Set<String> = []
  ) -> [FormRequest<Values>] {
    switch message {
    case .type(let name, let text):
      guard let field = Values.form.field(name) else { return unknown(name) }
      if field.complaint == nil { return [.report(.notTyped(name, form: "\(Values.self)"))] }
      if field.row?.isPresent(value) == false { return absent(name) }
      return type(text, into: field, checked)
    case .change(let change):
      guard let field = Values.form.field(change.name) else { return unknown(change.name) }
      if field.row?.isPresent(value) == false { return absent(change.name) }
      return edit(field, checked) { form in
        form.texts[field.name] = nil
        change.apply(to: &form.value)
      }
    case .rows(let change): return changeRows(change, checked)
    case .focus(let name): return moveFocus(to: name)
    case .focusNext: return moveFocus(by: 1)
    case .focusPrevious: return moveFocus(by: -1)
    case .leave(let name):
      guard let field = Values.form.field(name) else { return unknown(name) }
      if field.row?.isPresent(value) != false { leave(field) }
      return []
    case .reset: return begin(with: initial)
    case .begin(let values): return begin(with: values)
    case .rebase(let values): return rebase(onto: values)
    case .submit: return submit(checked)
    case .cancelSubmission: return cancelSubmission(checked)
    case .checked(let answer): return take(answer)
    case .submitted(let answer):
      take(answer)
      return []
    }
  }

  private func unknown(_ name: String) -> [FormRequest<Values>] {
    [.report(.unknownField(name, form: "\(Values.self)"))]
  }

  private func absent(_ name: String) -> [FormRequest<Values>] {
    [.report(.noRow(name, form: "\(Values.self)"))]
  }

  // MARK: Edits

  private mutating func changeRows(
    _ change: FormRowChange<Values>, _ checked: Set<String>
  ) -> [FormRequest<Values>] {
    guard let list = Values.form.field(change.list), let rows = list.rows else { return unknown(change.list) }
    if list.row?.isPresent(value) == false { return absent(change.list) }
    if case .insert = change.kind, let id = change.id, rows.ids(value).contains(id) {
      return [.report(.repeatedRow(RowName.row(change.list, id), form: "\(Values.self)"))]
    }
    return edit(list, checked) { form in rows.apply(change.kind, change.row, &form.value) }
  }

  private mutating func type(
    _ text: String, into field: FormField<Values>, _ checked: Set<String>
  ) -> [FormRequest<Values>] {
    edit(field, checked) { form in
      let isReadable = field.parse(text, &form.value)
      let isPlain = isReadable && field.text(form.value) == text
      form.texts[field.name] = isPlain ? nil : TypedText(text: text, isReadable: isReadable)
    }
  }

  /// Makes an edit of a field; one that changes the value ends what was known of the old one.
  private mutating func edit(
    _ field: FormField<Values>, _ checked: Set<String>, _ change: (inout FormState) -> Void
  ) -> [FormRequest<Values>] {
    let name = field.name
    let (oldValue, oldText) = (value, unreadableText(of: name))
    change(&self)
    if field.isSame(oldValue, value) && unreadableText(of: name) == oldText { return [] }
    // The value of a row and of its list contains that of the field.
    let names = [name] + field.containers
    noteEdits(of: Set(names))
    let requests =
      field.rows == nil && field.row?.isWhole != true ? [] : reconcileRows(from: oldValue, checked)
    leaveInactiveFocus()
    return requests
      + names.flatMap { name in
        Values.form.field(name).map { check($0, checked) } ?? []
      }
  }

  /// Ends what the server has said of fields that were edited, and of the form as a whole.
  mutating func noteEdits(of names: Set<String>) {
    rejected.removeAll { $0.field.map { names.contains($0) } ?? true }
    if phase == .submitting { editedSince.formUnion(names) } else { phase = .editing }
  }

  /// Takes the focus from a field that does not take part any more.
  mutating func leaveInactiveFocus() {
    if let focus, Values.form.field(focus)?.isActive(value) != true { self.focus = nil }
  }

  private func unreadableText(of name: String) -> String? {
    texts[name].flatMap { $0.isReadable ? nil : $0.text }
  }

  mutating func check(_ field: FormField<Values>, _ checked: Set<String>) -> [FormRequest<Values>] {
    let name = field.name
    let wasPending = checks[name]?.isPending ?? false
    checks[name] = nil
    if checked.contains(field.pattern) && isDirty(field) && field.isActive(value)
      && ruleIssue(of: field) == nil
    {
      lastTicket &+= 1
      checks[name] = .pending(ticket: lastTicket)
      return [.check(field: name, value, ticket: lastTicket)]
    }
    return wasPending ? [.cancelCheck(field: name)] : []
  }

  private mutating func begin(with values: Values) -> [FormRequest<Values>] {
    var requests = pendingChecks.map { FormRequest<Values>.cancelCheck(field: $0) }
    if phase == .submitting { requests.append(.cancelSubmission) }
    let (lastTicket, focus) = (lastTicket, focus)
    self = FormState(values)
    self.lastTicket = lastTicket
    self.focus = focus
    leaveInactiveFocus()
    return requests
  }

  private mutating func rebase(onto values: Values) -> [FormRequest<Values>] {
    let dirty = Values.form.allFields(of: value).filter { isDirty($0) }
    let old = value
    let texts = texts
    let joined = Values.form.joined(base: initial, mine: value, theirs: values) {
      texts[$0]?.isReadable == false
    }
    (value, initial) = (joined, values)
    // What the user types is not rewritten for the same value.
    self.texts = texts.filter { Values.form.field($0.key)?.isSame(old, joined) ?? false }
    let removed = reconcileRows(from: value, [])
    leaveInactiveFocus()
    // A check is about a value that is not the initial one.
    let ended = dirty.filter { !isDirty($0) }.map(\.name)
    let pending = ended.filter { checks[$0]?.isPending ?? false }
    for name in ended { checks[name] = nil }
    let requests = pending.map { FormRequest<Values>.cancelCheck(field: $0) }
    return removed + requests + submitIfChecked()
  }

  private var isChecking: Bool { checks.values.contains(where: \.isPending) }

  private var pendingChecks: [String] {
    if checks.isEmpty { return [] }
    return Values.form.allFields(of: value).map(\.name).filter { checks[$0]?.isPending ?? false }
  }

  // MARK: Focus

  private mutating func moveFocus(to name: String?) -> [FormRequest<Values>] {
    if let name {
      guard let field = Values.form.field(name) else { return unknown(name) }
      if !field.isActive(value) { return [] }
    }
    if let focus, focus != name, let field = Values.form.field(focus) { leave(field) }
    focus = name
    return []
  }

  private mutating func moveFocus(by step: Int) -> [FormRequest<Values>] {
    let fields = active
    guard fields.contains(where: \.isInput) else { return [] }
    // A list or a row that has the focus is where its fields are.
    var place = fields.firstIndex { $0.name == focus } ?? (step > 0 ? -1 : fields.count)
    repeat { place = (place + step + fields.count) % fields.count } while !fields[place].isInput
    return moveFocus(to: fields[place].name)
  }

  /// Shows the complaints of a field from now on, and the text of its value in the place of what was typed.
  private mutating func leave(_ field: FormField<Values>) {
    touched.insert(field.name)
    if texts[field.name]?.isReadable == true { texts[field.name] = nil }
  }

  // MARK: Submission

  private mutating func submit(_ checked: Set<String>) -> [FormRequest<Values>] {
    guard acceptsSubmission else { return [] }
    showsAll = true
    rejected = []
    phase = .editing
    texts = texts.filter { !$0.value.isReadable }
    if !isValid {
      focusFirst(of: issues)
      return []
    }
    // A field whose check was not requested, because a rule over several fields refused its value then.
    let requests = active.flatMap { field in
      checks[field.name] == nil ? check(field, checked) : []
    }
    if isChecking {
      phase = .waiting
      return requests
    }
    return send()
  }

  private mutating func send() -> [FormRequest<Values>] {
    lastTicket &+= 1
    submissionTicket = lastTicket
    phase = .submitting
    sent = value
    editedSince = []
    return [.submit(value, ticket: lastTicket)]
  }

  private mutating func cancelSubmission(_ checked: Set<String>) -> [FormRequest<Values>] {
    // In a form that was read back, nothing answers a check that was pending.
    let checks = pendingChecks.flatMap { name in
      Values.form.field(name).map { check($0, checked) } ?? []
    }
    switch phase {
    case .waiting:
      phase = .editing
      return checks
    case .submitting:
      phase = .editing
      sent = nil
      editedSince = []
      return [.cancelSubmission] + checks
    case .editing, .accepted, .rejected: return checks
    }
  }

  private mutating func take(_ answer: CheckAnswer) -> [FormRequest<Values>] {
    guard checks[answer.field] == .pending(ticket: answer.ticket) else { return [] }
    switch answer.outcome {
    case .passed: checks[answer.field] = .passed
    case .failed(let complaint): checks[answer.field] = .failed(complaint)
    case .unanswered(let reason): checks[answer.field] = .unanswered(reason)
    }
    return submitIfChecked()
  }

  /// Goes on with a submission that waits, once all checks are answered.
  private mutating func submitIfChecked() -> [FormRequest<Values>] {
    guard phase == .waiting, !isChecking else { return [] }
    if isValid { return send() }
    phase = .editing
    focusFirst(of: issues)
    return []
  }

  private mutating func take(_ answer: SubmissionAnswer) {
    guard phase == .submitting, answer.ticket == submissionTicket else { return }
    switch answer.outcome {
    case .accepted:
      initial = sent ?? value
      phase = .accepted
      showsAll = false
      touched.formIntersection(editedSince)
      checks = checks.filter { editedSince.contains($0.key) }
    case .rejected(let issues):
      phase = .rejected
      let sent = sent ?? value
      let fields = Values.form.fieldsByName(of: sent)
      rejected = issues.compactMap { issue in
        guard let name = issue.field else { return issue }
        // A complaint about a field that this form does not have is shown for the whole form.
        guard let field = fields[name] else { return FormIssue(issue.description) }
        // In a row that has another value than the one that was submitted, or is gone.
        let hasChanged = field.row != nil && !field.isSame(sent, value)
        return editedSince.contains(name) || hasChanged ? nil : issue
      }
      if editedSince.isEmpty { focusFirst(of: rejected) }
    case .cancelled: phase = .editing
    }
    sent = nil
    editedSince = []
  }

  /// Moves the focus to the first field with a complaint, or to the one that stands for it.
  private mutating func focusFirst(of issues: [FormIssue]) {
    let names = Set(issues.compactMap(\.field))
    let fields = active
    guard let field = fields.first(where: { names.contains($0.name) }) else { return }
    let target = field.focusTarget.flatMap { Values.form.field($0()) }
    if let target, target.isActive(value) {
      focus = target.name
    } else if field.isInput {
      focus = field.name
    } else {
      // A list or a row: its first field. A list without rows has a button that adds one.
      focus = fields.first { $0.isInput && $0.containers.contains(field.name) }?.name ?? field.name
    }
  }
}

extension FieldCheckState {
  var isPending: Bool { if case .pending = self { true } else { false } }
}
