import Foundation
import LibFuzzer

/// Feeds the inputs that the fuzzer thinks of to the check that the environment names.
///
/// The name is not an argument, because the fuzzer starts itself again with its own arguments.
@main
enum Main {
  static let variable = "MILLRACE_FUZZ"
  static let check = check(named: ProcessInfo.processInfo.environment[variable] ?? "")

  private static func check(named name: String) -> (@Sendable ([UInt8]) throws -> Void)? {
    if let target = FuzzTarget(rawValue: name) { return target.check }
    if let target = InspectorFuzzTarget(rawValue: name) { return target.check }
    return HTTPFuzzTarget(rawValue: name)?.check
  }

  static func main() {
    guard check != nil else {
      let names =
        (FuzzTarget.allCases.map(\.rawValue) + HTTPFuzzTarget.allCases.map(\.rawValue)
        + InspectorFuzzTarget.allCases.map(\.rawValue)).joined(separator: ", ")
      stop("The variable \(variable) names what is checked, one of: \(names).", code: 2)
    }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let status = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
      do {
        try Main.check?([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        // What is found is found by a crash.
        abort()
      }
      return 0
    }
    exit(status)
  }

  private static func stop(_ sentence: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    exit(code)
  }
}
