import Foundation

/// The browser of this desktop.
enum Browser {
  /// Returns whether a page can be opened: there is a desktop, and a person at the terminal.
  static func isThere(environment: [String: String], isTerminal: Bool) -> Bool {
    #if canImport(Darwin)
    return isTerminal && environment["SSH_CONNECTION"] == nil
    #else
    return isTerminal && (environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil)
    #endif
  }

  /// Opens an address, whose token other users must not see in the list of processes: it stands in a private
  /// file that leads there.
  ///
  /// - Returns: The file, to be removed at the end; nil when it was not possible.
  static func open(_ address: String) -> String? {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/millrace-inspect.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return nil }
    let file = "\(String(cString: made))/inspector.html"
    let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(address)\">\n"
    guard
      FileManager.default.createFile(
        atPath: file, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
    else { return nil }
    let process = Process()
    #if canImport(Darwin)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/open")
    process.arguments = [file]
    #else
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdg-open", file]
    #endif
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
    return file
  }

  /// Removes the file of ``open(_:)`` with its folder.
  static func remove(_ file: String) {
    try? FileManager.default.removeItem(atPath: (file as NSString).deletingLastPathComponent)
  }
}
