import Millrace

@testable import MillraceCommand

/// The output of a program.
final class Printed {
  var output = ""
  var errors = ""
  var code: ExitCode?
}

/// Runs the command as if it had been called from a shell, and gives what it printed.
///
/// - Parameters:
///   - arguments: What follows the program's name.
///   - width: The width of the terminal; nil when it is none.
///   - style: Whether there are colours.
func millrace(
  _ arguments: String..., width: Int? = nil, style: Style = .plain
) async -> Printed {
  let printed = Printed()
  let console = Console.printing(to: printed, width: width, style: style)
  printed.code = await Program(console).run(arguments)
  return printed
}

extension Console {
  static func printing(to printed: Printed, width: Int? = nil, style: Style = .plain) -> Console {
    Console(
      width: width, style: style, errorWidth: nil, zone: .utc, now: { .zero },
      write: { bytes in
        printed.output += String(decoding: bytes, as: UTF8.self)
        return nil
      },
      writeError: { printed.errors += $0 })
  }
}
