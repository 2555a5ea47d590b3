import Foundation

extension FileArchives {
  /// The archives of this program and this user.
  ///
  /// They are in the folder `Archives` of the program's own folder. That one is in the Application Support
  /// folder on Apple's systems; elsewhere in `$XDG_DATA_HOME`, or in `~/.local/share` when that is not set.
  /// The program's folder has the name of its bundle identifier, or of the file that was started: one that is
  /// renamed starts anew.
  public static var standard: FileArchives {
    #if canImport(Darwin)
    let data = URL.applicationSupportDirectory.path(percentEncoded: false)
    #else
    let data = dataFolder(environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory())
    #endif
    return standard(in: data, program: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
  }

  /// The folder that the desktop's conventions name for a program's data; a relative one counts as none, as
  /// they say.
  static func dataFolder(environment: [String: String], home: String) -> String {
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
    return (home.hasPrefix("/") ? home : NSTemporaryDirectory()) + "/.local/share"
  }

  static func standard(in data: String, program: String) -> FileArchives {
    // A name that would lead out of the folder, or to the folder itself.
    let isSafe = !["", ".", ".."].contains(program) && !program.contains("/") && !program.utf8.contains(0)
    let folder = URL(fileURLWithPath: data, isDirectory: true)
      .appendingPathComponent(isSafe ? program : "Flask", isDirectory: true)
      .appendingPathComponent("Archives", isDirectory: true)
    return FileArchives(directory: folder)
  }
}
