#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The command `millrace`.
@main
enum Main {
  static func main() async {
    let code = await Program(.system()).run(Array(CommandLine.arguments.dropFirst()))
    exit(code.rawValue)
  }
}
