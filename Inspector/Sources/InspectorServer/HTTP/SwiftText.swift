import InspectorCore
import InspectorOut

/// A message as the Swift that would send it, for the clipboard: close to what a person writes, not checked
/// by a compiler.
enum SwiftText {
  /// Returns `store.send(.added("Milk"))`.
  ///
  /// - Parameters:
  ///   - message: The message in the form of Swift's coding of enums: an object whose only member is the
  ///     case, whose members are its values, unnamed ones as `_0`, `_1`.
  ///   - name: The name of the case or type.
  static func send(_ message: JSONSlice, name: String) -> String {
    "store.send(\(value(message, isMessage: true, name: name, depth: 0)))"
  }

  private static func value(_ slice: JSONSlice, isMessage: Bool, name: String?, depth: Int) -> String {
    guard depth < 20 else { return "…" }
    switch slice.form {
    case .null: return "nil"
    case .bool, .number: return String(decoding: slice.json, as: UTF8.self)
    case .text:
      let text = slice.text ?? ""
      // A case without values is coded as its name.
      return isMessage && text == name && SwiftLiteral.isIdentifier(text)
        ? ".\(text)" : SwiftLiteral.string(text)
    case .array:
      let parts = slice.children.prefix(50).map {
        value($0.value, isMessage: false, name: nil, depth: depth + 1)
      }
      return "[\(parts.joined(separator: ", "))]"
    case .object:
      let members = Array(slice.children.prefix(50))
      if let only = members.first, members.count == 1, only.value.form == .object, let name = only.name,
        SwiftLiteral.isIdentifier(name)
      {
        let values = arguments(only.value, depth: depth + 1)
        return values.isEmpty ? ".\(name)" : ".\(name)(\(values))"
      }
      if isMessage, let name { return "\(label(name))(\(arguments(slice, depth: depth + 1)))" }
      return ".init(\(arguments(slice, depth: depth + 1)))"
    }
  }

  private static func arguments(_ object: JSONSlice, depth: Int) -> String {
    object.children.prefix(50).map { child in
      let text = value(child.value, isMessage: false, name: nil, depth: depth)
      guard let name = child.name, !(name.hasPrefix("_") && Int(name.dropFirst()) != nil) else { return text }
      return "\(label(name)): \(text)"
    }
    .joined(separator: ", ")
  }

  /// Returns a name as it is if it can stand in Swift, and as a string literal otherwise, so that no contents
  /// of an application become code on the clipboard.
  private static func label(_ name: String) -> String {
    SwiftLiteral.isIdentifier(name) ? name : SwiftLiteral.string(name)
  }
}
