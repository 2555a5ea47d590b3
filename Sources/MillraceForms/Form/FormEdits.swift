/// The edits of a form: its values and the texts as typed, without the focus, what is checked and submitted.
///
/// It is the part of a form that an undo history, or a draft that is kept, puts back.
public struct FormEdits<Values: FormValues>: Equatable, Sendable {
  /// The values, each the last one that was valid text or was chosen.
  public let values: Values
  /// The texts as typed that are not the texts of their values.
  let texts: [String: TypedText]
}

extension FormEdits: Hashable where Values: Hashable {}
extension FormEdits: Codable where Values: Codable {}

extension FormState {
  /// The edits of the form, to be put back later.
  ///
  /// ```swift
  /// static let undoParts: [UndoPart<Screen>] = [.value("form", \.signUp.edits)]
  /// ```
  ///
  /// Earlier edits that are put back count as edits of the user: what was known of other values of a field,
  /// such as an asynchronous check or a complaint of the server, is forgotten. A submission goes on, and its
  /// answer does not count for the fields that have changed. A check that is needed then is made when the
  /// form is submitted.
  ///
  /// Cost: a comparison of all fields when it is set.
  public var edits: FormEdits<Values> {
    get { FormEdits(values: value, texts: texts) }
    set {
      let (oldValue, oldTexts) = (value, texts)
      if oldValue == newValue.values && oldTexts == newValue.texts { return }
      value = newValue.values
      let fields = Values.form.allFields(of: oldValue) + Values.form.allFields(of: value)
      let changed = fields.filter { field in
        !field.isSame(oldValue, value)
          || oldTexts[field.name]?.unreadable != newValue.texts[field.name]?.unreadable
      }
      let names = Set(changed.flatMap { [$0.name] + $0.containers })
      // The work of a check that is pending goes on, and its answer is not wanted any more.
      _ = reconcileRows(from: oldValue, [])
      texts = newValue.texts
      if names.isEmpty { return }
      for name in names { checks[name] = nil }
      noteEdits(of: names)
      leaveInactiveFocus()
    }
  }
}

extension TypedText {
  /// The text if it is no value; nil otherwise.
  fileprivate var unreadable: String? { isReadable ? nil : text }
}
