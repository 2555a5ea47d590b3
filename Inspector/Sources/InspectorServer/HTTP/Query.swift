import Foundation
public import InspectorCore

/// The names and values of a request's query; each must be taken.
public struct RequestQuery: Sendable {
  private var values: [(name: String, value: String)] = []

  init(_ bytes: ArraySlice<UInt8>) throws(InspectorProblem) {
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let spaced = part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
      let end = spaced.firstIndex(of: UInt8(ascii: "=")) ?? spaced.endIndex
      guard let name = Self.decoded(spaced[..<end]), let value = Self.decoded(spaced[end...].dropFirst())
      else {
        throw .malformed("The query is not UTF-8, or a `%` is not followed by two digits; encode it.")
      }
      values.append((name, value))
    }
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    String(validating: bytes, as: UTF8.self)?.removingPercentEncoding
  }

  /// Takes all values of a name.
  public mutating func all(_ name: String) -> [String] {
    defer { values.removeAll { $0.name == name } }
    return values.filter { $0.name == name }.map(\.value)
  }

  /// Takes all values that are left.
  mutating func rest() -> [(name: String, value: String)] {
    defer { values = [] }
    return values
  }

  /// Takes the value of a name; nil if it is missing or empty.
  public mutating func text(_ name: String) throws(InspectorProblem) -> String? {
    let all = all(name)
    guard all.count <= 1 else { throw .malformed("`\(name)` is given \(all.count) times; give it once.") }
    return all.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Takes a number; nil if it is missing.
  public mutating func number<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) throws(InspectorProblem) -> Number? {
    guard let text = try text(name) else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw .malformed("`\(name)` must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// Takes the number of a turn, which must be there.
  public mutating func turn(_ name: String = "n") throws(InspectorProblem) -> UInt64 {
    guard let turn = try number(name, in: 0...UInt64.max) else {
      throw .malformed("The request needs `\(name)`, the number of a turn.")
    }
    return turn
  }

  /// Takes a text, which must be there.
  public mutating func needed(_ name: String) throws(InspectorProblem) -> String {
    guard let text = try text(name) else { throw .malformed("The request needs `\(name)`.") }
    return text
  }

  /// Takes a path: a JSON array of names and places; empty if it is missing.
  public mutating func path() throws(InspectorProblem) -> [JSONPathStep] {
    guard let text = try text("path") else { return [] }
    guard let path = JSONPathStep.path(text) else {
      throw .malformed("`path` must be a JSON array of names and places, such as [\"entries\",3].")
    }
    return path
  }

  /// Throws unless all values were taken.
  func end() throws(InspectorProblem) {
    guard let name = values.first?.name else { return }
    throw .malformed("`\(name.prefix(40))` is not known here; leave it out.")
  }
}
