import Foundation

extension FileArchives {
  /// The archives of this program and this user.
  ///
  /// They lie in the folder `Archives` of the program's own folder. That folder is in the Application Support
  /// folder on Apple's systems. On other systems it is in `$XDG_DATA_HOME`, or in `~/.local/share` if that is
  /// not set. Its name is the bundle identifier or the name of the executable, so a renamed program starts
  /// without archives.
  public static var standard: FileArchives {
    #if canImport(Darwin)
    let data = URL.applicationSupportDirectory.path(percentEncoded: false)
    #else
    let data = dataFolder(environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory())
    #endif
    return standard(in: data, program: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
  }

  /// Returns the folder for a program's data by the XDG conventions, which ignore a relative path.
  static func dataFolder(environment: [String: String], home: String) -> String {
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
    return (home.hasPrefix("/") ? home : NSTemporaryDirectory()) + "/.local/share"
  }

  static func standard(in data: String, program: String) -> FileArchives {
    // False for a name that would lead out of the folder, or to the folder itself.
    let isSafe = !["", ".", ".."].contains(program) && !program.contains("/") && !program.utf8.contains(0)
    let folder = URL(fileURLWithPath: data, isDirectory: true)
      .appendingPathComponent(isSafe ? program : "Flask", isDirectory: true)
      .appendingPathComponent("Archives", isDirectory: true)
    return FileArchives(directory: folder)
  }
}
