/// The findings of a machine's checks.
///
/// A test asserts that there are none, and shows them otherwise:
///
/// ```swift
/// let report = mapping.graph(initial: .loggedOut).report(mustReach: [.loggedOut])
/// #expect(report.isClean, "\(report)")
/// ```
public struct MachineReport<Input: Hashable, State: Hashable>: Hashable {
  /// The findings, in the order of the checks.
  public let findings: [MachineFinding<Input, State>]
  /// Sentences about parts of the machine that could not be checked.
  public let notes: [String]

  /// A Boolean value that indicates whether there are no findings.
  public var isClean: Bool { findings.isEmpty }
}

extension MachineReport: CustomStringConvertible {
  /// The findings under the headings of their checks, and the notes.
  public var description: String {
    var parts = [
      findings.isEmpty
        ? "The machine has no findings."
        : "The machine has \(findings.count) finding\(findings.count == 1 ? "" : "s")."
    ]
    for check in MachineCheck.allCases {
      let found = findings.filter { $0.check == check }
      if !found.isEmpty { parts.append(section(check.title, found.map(\.description))) }
    }
    if !notes.isEmpty { parts.append(section("Notes", notes)) }
    return parts.joined(separator: "\n\n")
  }

  private func section(_ title: String, _ sentences: [String]) -> String {
    "\(title):\n" + sentences.map { "  - \($0)" }.joined(separator: "\n")
  }
}

extension MachineReport: Sendable where Input: Sendable, State: Sendable {}
extension MachineReport: Codable where Input: Codable, State: Codable {}
