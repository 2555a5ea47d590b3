/// A value of a field together with the field's name, such as the text that a user has typed into it.
///
/// A text of it hides what is in the parts with these labels if it hides the field.
package protocol NamedValue {
  /// The name of the field; nil if there is none.
  var valueName: String? { get }
  /// The labels of the parts with the field's value.
  static var valueLabels: Set<String> { get }
}
