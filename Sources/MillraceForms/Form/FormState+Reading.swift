import MillraceCore

extension FormState {
  // MARK: Fields

  /// The present status of the field at a key path.
  ///
  /// Cost: the rules of the field and of the form.
  public subscript(path: PartialKeyPath<Values>) -> FieldStatus { status(of: Values.form.field(at: path)) }

  /// The present status of the field with a name; nil if there is none, as of a row that is not in its list.
  public subscript(name: String) -> FieldStatus? {
    guard let field = Values.form.field(name), field.row?.isPresent(value) != false else { return nil }
    return status(of: field)
  }

  /// The fields that take part, in their order, for a user interface that shows them in a loop.
  ///
  /// Those of the rows of a list stand in its place; ``rows(_:)`` has them by rows.
  public var fields: [FieldStatus] { inputs.map { status(of: $0) } }

  // MARK: The whole form

  /// True if a field has another value than initially, or a text that is no value.
  public var isDirty: Bool {
    texts.contains { !$0.value.isReadable } || Values.form.fields.contains { isDirty($0) }
  }

  /// All complaints about the present values, in the order of the fields, then those about the whole form.
  ///
  /// They depend on the values and texts, and on the answers of asynchronous checks of these.
  public var issues: [FormIssue] {
    let ofFields = active.compactMap { field in
      issue(of: field).map { FormIssue(field: field.name, $0) }
    }
    return ofFields + ofRules(at: nil).map { FormIssue($0) }
  }

  /// True if there are no complaints about the present values.
  ///
  /// A server's refusal does not make values invalid.
  public var isValid: Bool {
    active.allSatisfy { issue(of: $0) == nil } && ofRules(at: nil).isEmpty
  }

  /// The complaints about the whole form to show: those of rules once a submission was attempted, or at
  /// once if the definition says so, and those of the last refusal.
  public var shownIssues: [String] {
    (showsIssues ? ofRules(at: nil) : []) + rejected.filter { $0.field == nil }.map(\.message)
  }

  /// The last refusal, with the complaints that no edit has answered since; nil if there is none.
  ///
  /// A server's complaints about the whole form are ``FormRejection/formMessages``; they end with the next
  /// edit.
  public var rejection: FormRejection? {
    phase == .rejected || !rejected.isEmpty ? FormRejection(rejected) : nil
  }

  /// True from a successful submission attempt until its answer, also while it waits for checks.
  public var isSubmitting: Bool { phase == .submitting || phase == .waiting }

  /// True if submitting would begin a submission now.
  public var canSubmit: Bool { acceptsSubmission && isValid }

  /// True if the last field that takes part has the focus, where a return key submits.
  public var isAtLastField: Bool { focus != nil && inputs.last?.name == focus }

  // MARK: Decisions

  /// True while all complaints are shown.
  private var showsIssues: Bool { showsAll || Values.form.showsIssuesAtOnce }

  /// The fields that take part, with lists and rows as a whole.
  var active: [FormField<Values>] { Values.form.allFields(of: value).filter { $0.isActive(value) } }

  /// The fields that take part and that the user edits.
  var inputs: [FormField<Values>] { active.filter(\.isInput) }

  /// False while a submission is in progress, and for values that were accepted already.
  var acceptsSubmission: Bool {
    switch phase {
    case .editing, .rejected: true
    case .accepted: isDirty
    case .waiting, .submitting: false
    }
  }

  func isDirty(_ field: FormField<Values>) -> Bool {
    texts[field.name]?.isReadable == false || !field.isSame(value, initial)
  }

  /// Returns the first complaint about a field, shown or not.
  func issue(of field: FormField<Values>) -> String? {
    if let complaint = ruleIssue(of: field) { return complaint }
    if case .failed(let complaint) = checks[field.name] { return complaint }
    return nil
  }

  /// Returns the first complaint of the format and the rules, which depend on values and texts only.
  func ruleIssue(of field: FormField<Values>) -> String? {
    if texts[field.name]?.isReadable == false { return field.complaint }
    if let complaint = field.rule(value) { return complaint }
    if let row = field.row { return hasUnreadableText(in: row) ? nil : row.rule(value) }
    return ofRules(at: field.name).first
  }

  /// Returns true if a field of a row that takes part, or of a list in it, has a text that is no value.
  private func hasUnreadableText(in row: FieldRow<Values>) -> Bool {
    texts.contains { name, text in
      guard !text.isReadable, let field = Values.form.field(name) else { return false }
      return field.containers.contains(row.name) && field.isActive(value)
    }
  }

  /// Returns the complaints of the rules over several fields at a field or, for nil, about the form.
  private func ofRules(at field: String?) -> [String] {
    let isUnreadable = texts.contains { name, text in
      !text.isReadable && Values.form.field(name)?.isActive(value) == true
    }
    if isUnreadable { return [] }
    return Values.form.rules.lazy.filter { $0.field == field }.compactMap { $0.rule(value) }
  }

  func status(of field: FormField<Values>) -> FieldStatus {
    let name = field.name
    let isActive = field.isActive(value)
    let ofRules = isActive ? ruleIssue(of: field) : nil
    var shown = showsIssues || field.showsIssuesAtOnce || touched.contains(name) ? ofRules : nil
    if isActive && ofRules == nil {
      if case .failed(let complaint) = checks[name] { shown = complaint }
      shown = shown ?? rejected.first { $0.field == name }?.message
    }
    return FieldStatus(
      name: name, text: texts[name]?.text ?? field.text(value), issue: shown, isDirty: isDirty(field),
      isFocused: focus == name, isTouched: touched.contains(name), isActive: isActive, check: checks[name])
  }
}

/// The present status of a field, to show.
public struct FieldStatus: Hashable, Sendable {
  /// The name of the field.
  public let name: String
  /// The text as typed, or the text of the value.
  public let text: String
  /// The complaint to show; nil before the user has finished the field or attempted to submit, unless the
  /// field shows its complaints at once.
  ///
  /// Complaints of checks and of the server are shown at once.
  public let issue: String?
  /// True if the value is not the initial one, or the text is no value.
  public let isDirty: Bool
  /// True if the field has the keyboard focus.
  public let isFocused: Bool
  /// True if the user has finished the field once.
  public let isTouched: Bool
  /// True if the field takes part for the present values.
  public let isActive: Bool
  /// The progress of the asynchronous check of the present value; nil for none.
  public let check: FieldCheckState?

  /// True while an asynchronous check of the value is awaited.
  public var isChecking: Bool { if case .pending = check { true } else { false } }
}

extension FieldStatus: NamedValue {
  package var valueName: String? { name }
  package static var valueLabels: Set<String> { ["text"] }
}
