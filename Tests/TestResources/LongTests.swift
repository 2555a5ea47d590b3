import Foundation

/// True when property tests try many more cases, as `MILLRACE_LONG=1` in the environment asks for.
public let testsAreLong = ProcessInfo.processInfo.environment["MILLRACE_LONG"] == "1"
